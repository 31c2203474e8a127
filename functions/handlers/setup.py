"""What CloudFormation has made once for a stack: the key pair of its pushes, and a page until its site is there."""

from followups.config import Settings
from followups.edges import logs
from followups.edges.custom_resource import setup_handler
from followups.gateways.parameters import SsmSecrets, ssm_client
from followups.gateways.site_bucket import S3Pages, s3_client
from followups.gateways.vapid_keys import VapidKeys

settings = Settings.from_environment()
logs.configure(settings.log_level, stack=settings.stack)
parameters, pages = SsmSecrets(ssm_client(settings.region)), S3Pages(s3_client(settings.region))
handler = setup_handler(parameters, pages, VapidKeys())
