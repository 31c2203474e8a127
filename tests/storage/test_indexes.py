"""What DynamoDB takes of an index. Neither emulator refuses more."""

from followups.storage.indexes import PROJECTIONS, ROW_ATTRIBUTES


def test_no_index_projects_more_attributes_than_dynamodb_takes() -> None:
    assert all(len(attributes) <= 20 for attributes in PROJECTIONS.values())
    assert sum(map(len, PROJECTIONS.values())) <= 100


def test_a_row_shows_nothing_of_unbounded_length_and_no_secret() -> None:
    assert not {"title", "notes", "claim_token", "handed_back_reason", "last_write_arguments"} & set(ROW_ATTRIBUTES)
