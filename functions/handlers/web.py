"""The owner's API behind API Gateway."""

from followups.config import Settings
from followups.edges import logs, sign_in
from followups.edges.lambda_http import lambda_handler
from followups.edges.web.app import build_app
from followups.gateways.system import SystemChance, SystemClock
from followups.storage.assembly import ports_over
from followups.storage.table import DynamoTable, dynamo_client

settings = Settings.from_environment()
logs.configure(settings.log_level, stack=settings.stack)
ports = ports_over(DynamoTable(dynamo_client(settings.region), settings.table_name), SystemClock(), SystemChance())
owners = sign_in.ClaimsSignIn(ports, settings.client_id)
handler = lambda_handler(build_app(ports, owners, settings.origin, settings.plugin_source, live_url=settings.live_url))
