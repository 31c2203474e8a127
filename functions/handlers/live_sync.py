"""What follows every write of the table."""

from followups.config import Settings
from followups.edges import logs
from followups.edges.table_stream import stream_handler
from followups.gateways import queue, sockets, system
from followups.storage.behind import behind_over, row_of
from followups.storage.table import DynamoTable, dynamo_client
from followups.storage.wire import from_wire

settings = Settings.from_environment()
logs.configure(settings.log_level, stack=settings.stack)
behind = behind_over(DynamoTable(dynamo_client(settings.region), settings.table_name), system.SystemClock())
gateway = sockets.ApiGatewaySockets.at(settings.region, settings.sockets_endpoint)
handler = stream_handler(behind, queue.SqsChores(settings.region, settings.chores_queue), from_wire, gateway, row_of)
