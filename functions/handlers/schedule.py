"""What follows every write that changes when something rings."""

from followups.config import Settings
from followups.edges import logs
from followups.edges.schedule_stream import schedule_handler
from followups.gateways import reminder_queue, scheduler, system
from followups.storage import schedule_ports, table, wire

settings = Settings.from_environment()
logs.configure(settings.log_level, stack=settings.stack)
items = table.DynamoTable(table.dynamo_client(settings.region), settings.table_name)
ports = schedule_ports.schedule_ports_over(items, system.SystemClock())
schedules = scheduler.EventBridgeSchedules(settings.region, **settings.scheduler)
queue = reminder_queue.SqsReminders(*settings.reminders)
handler = schedule_handler(ports, schedules, queue, wire.from_wire)
