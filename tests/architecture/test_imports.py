"""Which way imports may point. The contracts stand in pyproject.toml."""

import logging

from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from tests.architecture.sources import ROOT


def test_imports_point_only_towards_the_domain() -> None:
    assert _kept_contracts() == EXIT_STATUS_SUCCESS


def _kept_contracts() -> int:
    """The linter sets logging up for itself, which silences every logger that was there."""
    loggers = [each for each in logging.Logger.manager.loggerDict.values() if isinstance(each, logging.Logger)]
    before = [(each, each.disabled) for each in loggers]
    try:
        return lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    finally:
        for each, disabled in before:
            each.disabled = disabled
