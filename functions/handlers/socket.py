"""Open pages come, go and ask whether anybody is there."""

from followups.config import Settings
from followups.edges import logs
from followups.edges.socket_events import socket_handler
from followups.gateways.system import SystemClock
from followups.storage.socket_ports import sockets_over
from followups.storage.table import DynamoTable, dynamo_client

settings = Settings.from_environment()
logs.configure(settings.log_level, stack=settings.stack)
table = DynamoTable(dynamo_client(settings.region), settings.table_name)
handler = socket_handler(sockets_over(table, SystemClock()))
