# Everything runs in .venv, which requirements/install.py makes from the locks.

PYTHON ?= python3
ARGS ?=

python := .venv/bin/python
install := $(PYTHON) requirements/install.py

# Node, npm and the linters come from .venv; and once it is there, so does python3, until PYTHON names another.
export PATH := $(CURDIR)/.venv/bin:$(PATH)

# Two workers share the tests, so both must list them alike: names hold sets.
pytest := PYTHONHASHSEED=0 $(python) -m pytest -q --numprocesses=2 --dist=loadfile

.DEFAULT_GOAL := help
.PHONY: help run test check proof bench lock audit node claude

help: ## Show these lines
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

run: ## Start the whole product on this machine (ARGS="--port 9000")
	@$(install) local
	@exec $(python) -m local $(ARGS)

test: ## Run the tests (ARGS="-k claim")
	@$(install) dev node
	@$(pytest) $(ARGS)

check: ## Everything that must hold before a change lands, to the end: locks, style, types, imports, tests
	@$(install) dev node
	@failed=; \
	step() { \
	  name=$$1; shift; started=$$(date +%s); echo "== $$name"; "$$@" || failed="$$failed $$name"; \
	  echo "   $$(($$(date +%s) - started)) s"; \
	}; \
	step locks $(python) requirements/lock.py --check; \
	step style ruff check; \
	step format ruff format --check; \
	step types mypy; \
	step imports lint-imports --no-logo; \
	step tests $(MAKE) --no-print-directory test; \
	if [ -n "$$failed" ]; then echo "== FAILED:$$failed"; exit 1; fi; \
	echo '== all hold'

proof: ## The tests with generated cases, at length
	@$(install) dev node
	@FOLLOW_UPS_PROOF=1 $(pytest) --timeout=3600 $(ARGS)

bench: ## Measure speed and cost, with floors and peers
	@$(install) dev node
	@$(python) -m bench $(ARGS)

lock: ## Write the locks from pyproject.toml (ARGS=--upgrade for newer versions)
	@$(install) dev
	@$(python) requirements/lock.py $(ARGS)

audit: ## Report known holes in what the locks name
	@$(install) dev node
	@$(python) requirements/audit.py

node: ## Install the Node programs that the tests use
	@$(install) dev node

claude: ## Install the real Claude Code client (400 MB) for the tests that drive it
	@$(install) dev claude
