"""The names that a list's follow-ups know repositories by."""

from collections.abc import Sequence

from followups.domain.repositories import folded
from followups.services.ports import RepositoryName
from followups.storage import keys
from followups.storage.contract import Absent, Changes, ConditionFailed, Item, PageKey, Present, Query, Table


class TableRepositoryNames:
    def __init__(self, table: Table) -> None:
        self._table = table

    def find(self, list_id: str, name: str) -> RepositoryName | None:
        item = self._table.get(keys.repository_name(list_id, folded(name)))
        return None if item is None else from_item(item)

    def all(self, list_id: str) -> Sequence[RepositoryName]:
        found: list[Item] = []
        after: PageKey | None = None
        while True:
            page = self._table.query(
                Query(partition=keys.in_list(list_id), prefix=keys.REPOSITORY_PREFIX, after=after, consistent=True)
            )
            found.extend(page.items)
            after = page.after
            if after is None:
                return [from_item(item) for item in found]

    def add(self, name: RepositoryName) -> bool:
        try:
            self._table.put(to_item(name), condition=Absent())
        except ConditionFailed:
            return False
        return True

    def point(self, list_id: str, filed: str, *, id: str, name: str, also: frozenset[str]) -> None:
        stays = {"repository_id": id, "name": name}
        changes = Changes(set={**stays, "also": also}) if also else Changes(set=stays, remove=frozenset({"also"}))
        self._table.update(keys.repository_name(list_id, folded(filed)), changes, condition=Present())


def to_item(name: RepositoryName) -> Item:
    place = keys.repository_name(name.list_id, folded(name.filed))
    item: Item = {
        "PK": place.pk,
        "SK": place.sk,
        "type": "repository",
        "owner_id": name.owner_id,
        "list_id": name.list_id,
        "filed": name.filed,
        "repository_id": name.id,
        "name": name.name,
    }
    return {**item, "also": name.also} if name.also else item


def from_item(item: Item) -> RepositoryName:
    return RepositoryName(
        list_id=item["list_id"],
        owner_id=item["owner_id"],
        filed=item["filed"],
        id=item["repository_id"],
        name=item["name"],
        also=item.get("also", frozenset()),
    )
