"""MCP behind API Gateway."""

from followups.config import Settings
from followups.edges import logs
from followups.edges.agent.app import build_app
from followups.edges.lambda_http import lambda_handler
from followups.gateways.system import SystemChance, SystemClock
from followups.storage.assembly import ports_over
from followups.storage.table import DynamoTable, dynamo_client

settings = Settings.from_environment()
logs.configure(settings.log_level, stack=settings.stack)
table = DynamoTable(dynamo_client(settings.region), settings.table_name)
app = build_app(ports_over(table, SystemClock(), SystemChance()), origin=settings.origin)
handler = lambda_handler(app, app.running)
