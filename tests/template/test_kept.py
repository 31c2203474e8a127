"""What is kept: the table as the code means it, and what outlives the stack."""

from followups.storage.definition import TTL_ATTRIBUTE, table_definition
from tests.template.templates import needs_sam, nested, of_type, root

pytestmark = needs_sam


def test_the_table_is_the_one_that_the_code_knows():
    made = of_type("AWS::DynamoDB::Table")["Table"]
    meant = table_definition("any")
    assert made["KeySchema"] == meant["KeySchema"]
    assert made["BillingMode"] == meant["BillingMode"]
    assert made["GlobalSecondaryIndexes"] == meant["GlobalSecondaryIndexes"]
    assert made["StreamSpecification"]["StreamViewType"] == meant["StreamSpecification"]["StreamViewType"]
    by_name = {each["AttributeName"]: each["AttributeType"] for each in made["AttributeDefinitions"]}
    assert by_name == {each["AttributeName"]: each["AttributeType"] for each in meant["AttributeDefinitions"]}
    assert made["TimeToLiveSpecification"] == {"AttributeName": TTL_ATTRIBUTE, "Enabled": True}


def test_the_table_can_be_brought_back_to_any_second_and_is_encrypted():
    made = of_type("AWS::DynamoDB::Table")["Table"]
    assert made["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    # Always encrypted at rest. Without a key of ours it is one of AWS's own, which costs nothing for each call.
    assert "SSESpecification" not in made
    assert made["DeletionProtectionEnabled"] is True


def test_the_table_the_users_and_the_site_outlive_the_stack():
    for template, name in ((root(), "Table"), (nested("sign_in"), "UserPool"), (nested("hosting"), "Bucket")):
        resource = template["Resources"][name]
        assert resource["DeletionPolicy"] == "Retain", name
        assert resource["UpdateReplacePolicy"] == "Retain", name
    assert nested("sign_in")["Resources"]["UserPool"]["Properties"]["DeletionProtection"] == "ACTIVE"


def test_the_key_for_web_push_is_no_resource_that_a_deletion_takes_along():
    assert not of_type("AWS::SSM::Parameter")


def test_only_invited_people_make_accounts_unless_somebody_says_otherwise():
    assert root()["Parameters"]["SelfSignUp"]["Default"] == "false"
    config = nested("sign_in")["Resources"]["UserPool"]["Properties"]["AdminCreateUserConfig"]
    assert config["AllowAdminCreateUserOnly"] == {"Fn::If": ["OnlyInvited", True, False]}
    assert nested("sign_in")["Conditions"]["OnlyInvited"] == {"Fn::Equals": [{"Ref": "SelfSignUp"}, "false"]}


def test_the_page_signs_in_with_a_code_and_keeps_no_secret():
    client = nested("sign_in")["Resources"]["Site"]["Properties"]
    assert client["AllowedOAuthFlows"] == ["code"]
    assert client["GenerateSecret"] is False
    assert client["PreventUserExistenceErrors"] == "ENABLED"
