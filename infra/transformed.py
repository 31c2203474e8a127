"""Print a template as CloudFormation gets it, in JSON: without SAM's own resources, parameters at their defaults.

Runs in SAM's environment: `.tools/sam/bin/python infra/transformed.py template.yaml`.
"""

import json
import logging
import sys
from pathlib import Path
from typing import Any

from samcli.yamlhelper import yaml_parse
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator


def transformed(path: Path) -> Any:
    template = yaml_parse(path.read_text())
    if "Transform" not in template:
        return template
    for resource in template["Resources"].values():
        if resource["Type"] == "AWS::Serverless::Function":
            # What lies on this machine is uploaded before CloudFormation sees the template.
            resource["Properties"]["CodeUri"] = "s3://bucket/key"
    template["Globals"]["Function"].pop("CodeUri")
    policies = {
        "AWSLambdaBasicExecutionRole": "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole",
    }
    return Translator(policies, Parser()).translate(template, parameter_values={})


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    print(json.dumps({name: transformed(Path(name)) for name in sys.argv[1:]}))
