"""What the functions behind the writes do to the table: no more than their policies need to name."""

from followups.edges.sweep import sweep_handler
from followups.edges.table_stream import stream_handler
from followups.services import editing, managing_feeds, managing_keys, signing_in, sweeping
from followups.storage import keys
from followups.storage.wire import from_wire
from tests.behind import Behind
from tests.builders import on
from tests.faults import CountingTable
from tests.lambda_mappings import QueueMapping, StreamMapping


def test_each_asks_only_for_what_it_has_a_right_to(home, sqlite):
    by_stream, by_sweep = CountingTable(sqlite), CountingTable(sqlite)
    behind = Behind(sqlite, home.ports)
    behind.stream = StreamMapping(stream_handler(on(home, by_stream).ports, behind.queue, from_wire))
    behind.sweep = QueueMapping(sweep_handler(on(home, by_sweep).ports, behind.queue), behind.queue)
    full = home.follow_up(notes="x" * 99_995)
    home.complete(full)
    sqlite.delete(keys.todo(full.id))
    home.act(editing.delete, home.add())
    managing_keys.create(home.ports, home.owner.caller, name="Bound", list_id=home.id)
    managing_feeds.create(home.ports, home.owner)
    signing_in.delete_account(home.ports, home.owner.caller)
    home.clock.advance(days=2)
    sweeping.start(behind.queue)
    behind.settle()
    assert home.ports.owners.get(home.owner.owner_id) is None
    assert set(by_stream.calls) == {"put", "delete", "query"}
    assert set(by_sweep.calls) == {"get", "batch_get", "delete", "query", "update"}
