"""The owner's API behind API Gateway."""

from followups.config import Settings
from followups.edges import logs
from followups.edges.lambda_http import lambda_handler
from followups.edges.sign_in import ClaimsSignIn
from followups.edges.web.app import build_app
from followups.gateways.system import SystemChance, SystemClock
from followups.storage.assembly import ports_over
from followups.storage.table import DynamoTable, dynamo_client

settings = Settings.from_environment()
logs.configure(settings.log_level, stack=settings.stack)
ports = ports_over(DynamoTable(dynamo_client(settings.region), settings.table_name), SystemClock(), SystemChance())
handler = lambda_handler(build_app(ports, ClaimsSignIn(ports, settings.client_id)))
