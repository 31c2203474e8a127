"""The templates as CloudFormation gets them: SAM's own resources turned into AWS's."""

import json
import os
import subprocess
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import pytest

from infra.paths import ROOT, SAM_PYTHON

Resource = Mapping[str, Any]

NESTED: Final = ("hosting", "sign_in", "login_pages", "alarms")

needs_sam = pytest.mark.skipif(
    not SAM_PYTHON.exists(), reason="NOT RUN: SAM is missing, `python3 requirements/install.py sam` installs it"
)


@cache
def transformed() -> Mapping[str, Any]:
    """Every template, by its path from the root."""
    paths = ["template.yaml", *[f"infra/{name}.yaml" for name in NESTED]]
    answer = subprocess.run(
        [SAM_PYTHON, "infra/transformed.py", *paths],
        cwd=ROOT,
        env={"PATH": os.defpath, "AWS_DEFAULT_REGION": "eu-central-1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    found: Mapping[str, Any] = json.loads(answer.stdout)
    return found


def root() -> Mapping[str, Any]:
    found: Mapping[str, Any] = transformed()["template.yaml"]
    return found


def nested(name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = transformed()[f"infra/{name}.yaml"]
    return found


def of_type(kind: str, template: Mapping[str, Any] | None = None) -> dict[str, Resource]:
    """The properties of every resource of a type, by logical id."""
    resources = (template or root())["Resources"]
    return {name: each.get("Properties", {}) for name, each in resources.items() if each["Type"] == kind}


def text(value: Any) -> str:
    """An intrinsic function in one line, as far as a test compares it: on AWS, with the table that is made there."""
    match value:
        case str():
            return value
        case {"Ref": name}:
            return f"${{{name}}}"
        case {"Fn::GetAtt": [name, attribute]}:
            return f"${{{name}.{attribute}}}"
        case {"Fn::If": ["MakesTable" | "IsReal", made, _]}:
            return text(made)
        case {"Fn::Sub": [template, values]}:
            for name, each in values.items():
                template = template.replace(f"${{{name}}}", text(each))
            return str(template)
        case {"Fn::Sub": template}:
            return str(template)
    raise ValueError(f"not looked at by any test yet: {value}")


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
