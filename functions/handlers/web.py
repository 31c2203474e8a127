"""The owner's API behind API Gateway."""

from followups.config import Settings
from followups.edges import lambda_http, logs, sign_in
from followups.edges.web.app import build_app
from followups.gateways.system import SystemChance, SystemClock
from followups.storage.assembly import ports_over
from followups.storage.table import DynamoTable, dynamo_client

settings = Settings.from_environment()
logs.configure(settings.log_level, stack=settings.stack)
ports = ports_over(DynamoTable(dynamo_client(settings.region), settings.table_name), SystemClock(), SystemChance())
owners = sign_in.ClaimsSignIn(ports, settings.client_id)
app = build_app(ports, owners, settings.origin, settings.plugin_source, settings.live_url, settings.pushes)
handler = lambda_http.lambda_handler(app)
