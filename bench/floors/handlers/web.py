"""One route of FastAPI behind API Gateway, and a client of the table."""

from typing import Any

import boto3
from fastapi import FastAPI
from mangum import Mangum

client: Any = boto3.client("dynamodb")
app = FastAPI()


@app.get("/api/health")
async def health() -> Any:
    return {"ok": True}


handler = Mangum(app, lifespan="off")
