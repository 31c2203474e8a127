"""DynamoDB and its neighbours, as a program on loopback, with a table in which an owner has a list and keys."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import boto3

from followups.gateways.system import SystemChance, SystemClock
from followups.services import managing_keys, managing_lists, signing_in
from followups.services.ports import Ports
from followups.storage.assembly import ports_over
from followups.storage.definition import table_definition
from followups.storage.table import DynamoTable
from tests.handlers.packed.events import CLIENT, ISSUER, SUBJECT

REGION = "eu-central-1"
TABLE = "packed"
QUEUE = "chores"
KEYS = 8
"""Each may make so many calls in a minute; together they may make more than a test does."""

CREDENTIALS = {"AWS_ACCESS_KEY_ID": "none", "AWS_SECRET_ACCESS_KEY": "none"}

_SESSION = boto3.Session(*CREDENTIALS.values(), region_name=REGION)

# Ends when whoever started it is gone. Connections stay open, as AWS's do.
PROGRAM = """
import sys
from moto.moto_server.threaded_moto_server import ThreadedMotoServer
from werkzeug.serving import WSGIRequestHandler
WSGIRequestHandler.protocol_version = "HTTP/1.1"
WSGIRequestHandler.wbufsize = 64 * 1024
server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
server.start()
print(server.get_host_and_port()[1], flush=True)
sys.stdin.read()
"""


@dataclass(frozen=True)
class Aws:
    process: subprocess.Popen[bytes]
    endpoint: str
    ports: Ports
    list_id: str
    keys: list[str]
    queue: str
    """The address of the queue that chores go to."""

    @property
    def settings(self) -> dict[str, str]:
        """The environment of a function here."""
        return {
            **CREDENTIALS,
            "AWS_ENDPOINT_URL": self.endpoint,
            "AWS_REGION": REGION,
            "AWS_DEFAULT_REGION": REGION,
            "FOLLOW_UPS_TABLE": TABLE,
            "FOLLOW_UPS_CLIENT_ID": CLIENT,
            "FOLLOW_UPS_CHORES_QUEUE": self.queue,
            "FOLLOW_UPS_ORIGIN": "https://todo.test",
        }

    def client(self, service: str) -> Any:
        return _SESSION.client(service, endpoint_url=self.endpoint)

    @contextmanager
    def silent(self) -> Iterator[None]:
        """It answers nothing in the block, and then all that it was asked."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)


@contextmanager
def running_aws() -> Iterator[Aws]:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    with process:
        assert process.stdout is not None
        endpoint = f"http://127.0.0.1:{int(process.stdout.readline())}"
        client = _SESSION.client("dynamodb", endpoint_url=endpoint)
        client.create_table(**table_definition(TABLE))
        queue = _SESSION.client("sqs", endpoint_url=endpoint).create_queue(QueueName=QUEUE)["QueueUrl"]
        ports = ports_over(DynamoTable(client, TABLE), SystemClock(), SystemChance())
        owner = signing_in.sign_in(ports, ISSUER, SUBJECT)
        list_id = managing_lists.lists_of(ports, owner)[0].id
        keys = [managing_keys.create(ports, owner, name=f"Agent {number}").secret for number in range(KEYS)]
        yield Aws(process, endpoint, ports, list_id, keys, queue)
        process.kill()
