"""What is done later, in pages: purges, and the look over everything once a day."""

from followups.config import Settings
from followups.edges import logs
from followups.edges.sweep import sweep_handler
from followups.gateways import queue, reminder_queue, system
from followups.storage import assembly, table

settings = Settings.from_environment()
logs.configure(settings.log_level, stack=settings.stack)
items = table.DynamoTable(table.dynamo_client(settings.region), settings.table_name)
ports = assembly.ports_over(items, system.SystemClock(), system.SystemChance())
chores = queue.SqsChores(settings.region, settings.chores_queue)
handler = sweep_handler(ports, chores, reminder_queue.SqsReminders(*settings.reminders))
