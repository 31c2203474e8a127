"""Clients of the parameters and of the site's bucket, and what makes keys."""

from typing import Any

import boto3
from cryptography.hazmat.primitives.asymmetric import ec

clients: Any = boto3.client("ssm"), boto3.client("s3")


def handler(event: Any, _context: Any) -> Any:
    return ec.generate_private_key(ec.SECP256R1()) if event else None
