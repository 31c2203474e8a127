"""What follows every write of the table."""

from followups.config import Settings
from followups.edges import logs
from followups.edges.table_stream import stream_handler
from followups.gateways.queue import SqsChores, sqs_client
from followups.gateways.system import SystemChance, SystemClock
from followups.storage.assembly import ports_over
from followups.storage.table import DynamoTable, dynamo_client
from followups.storage.wire import from_wire

settings = Settings.from_environment()
logs.configure(settings.log_level, stack=settings.stack)
ports = ports_over(DynamoTable(dynamo_client(settings.region), settings.table_name), SystemClock(), SystemChance())
handler = stream_handler(ports, SqsChores(sqs_client(settings.region), settings.chores_queue), from_wire)
