"""What rings goes from the reminders' queue to the push services of the owner's devices."""

from followups.config import Settings
from followups.edges import logs, reminder_queue
from followups.gateways import reminder_queue as sqs
from followups.gateways import scheduler, stack_push, system
from followups.storage import assembly, table

settings, clock = Settings.from_environment(), system.SystemClock()
logs.configure(settings.log_level, stack=settings.stack)
items = table.DynamoTable(table.dynamo_client(settings.region), settings.table_name)
ports, queue = assembly.ports_over(items, clock, system.SystemChance()), sqs.SqsReminders(*settings.reminders)
schedules = scheduler.EventBridgeSchedules(settings.region, **settings.scheduler)
gateway = stack_push.StackPush(settings.region, clock, **settings.sender)
handler = reminder_queue.reminder_handler(ports, schedules, queue, gateway, settings.origin)
