"""What is measured, by the names that docs and people use."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bench import (
    against_peers,
    agent_calls,
    cost,
    handler_imports,
    hooks_that_are_silent,
    hooks_that_ask,
    live_pages,
    many_writers,
    pages_at_size,
    simulated_reminders,
    site_pages,
    tool_listing,
    units,
    web_reads,
    writes_at_size,
)
from bench.outcomes import Line
from bench.stage import Stage


@dataclass(frozen=True, slots=True)
class Figure:
    title: str
    measure: Callable[[Stage], Iterator[Line]]
    """Raises: NotMeasured: what is left of it could not be had."""


FIGURES: Final[Mapping[str, Figure]] = {
    "S1": Figure(writes_at_size.TITLE, writes_at_size.measure),
    "S2": Figure(pages_at_size.TITLE, pages_at_size.measure),
    "S3": Figure(against_peers.TITLE, against_peers.measure),
    "S4": Figure(agent_calls.TITLE, agent_calls.measure),
    "S5": Figure(web_reads.TITLE, web_reads.measure),
    "S6": Figure(units.TITLE, units.measure),
    "S7": Figure(many_writers.TITLE, many_writers.measure),
    "S8": Figure(handler_imports.TITLE, handler_imports.measure),
    "S9": Figure(hooks_that_are_silent.TITLE, hooks_that_are_silent.measure),
    "S10": Figure(hooks_that_ask.TITLE, hooks_that_ask.measure),
    "S11": Figure(live_pages.TITLE, live_pages.measure),
    "S12": Figure(simulated_reminders.TITLE, simulated_reminders.measure),
    "S13": Figure(site_pages.TITLE, site_pages.measure),
    "S14": Figure(cost.TITLE, cost.measure),
    "S15": Figure(tool_listing.TITLE, tool_listing.measure),
}
