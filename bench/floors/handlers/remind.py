"""A client of the table, and what encrypts pushes."""

from typing import Any

import boto3
import http_ece
from cryptography.hazmat.primitives.asymmetric import ec

client: Any = boto3.client("dynamodb")


def handler(event: Any, _context: Any) -> Any:
    return (http_ece, ec.generate_private_key(ec.SECP256R1())) if event else None
