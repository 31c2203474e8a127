"""What is done later, in pages: purges, and the look over everything once a day."""

from followups.config import Settings
from followups.edges import logs
from followups.edges.sweep import sweep_handler
from followups.gateways.queue import SqsChores
from followups.gateways.system import SystemChance, SystemClock
from followups.storage.assembly import ports_over
from followups.storage.table import DynamoTable, dynamo_client

settings = Settings.from_environment()
logs.configure(settings.log_level, stack=settings.stack)
ports = ports_over(DynamoTable(dynamo_client(settings.region), settings.table_name), SystemClock(), SystemChance())
handler = sweep_handler(ports, SqsChores(settings.region, settings.chores_queue))
