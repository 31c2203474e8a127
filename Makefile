# Everything runs in .venv, which requirements/install.py makes from the locks.

PYTHON ?= python3
ARGS ?=
STACK ?= follow-ups

python := .venv/bin/python
install := $(PYTHON) requirements/install.py

# Node, npm and the linters come from .venv; and once it is there, so does python3, until PYTHON names another.
export PATH := $(CURDIR)/.venv/bin:$(PATH)

sam := SAM_CLI_TELEMETRY=0 .tools/sam/bin/sam
on_aws := PYTHONPATH=functions .tools/sam/bin/python -m
parameters = $(if $(OWNER_EMAIL),OwnerEmail=$(OWNER_EMAIL)) $(PARAMETERS)

# Two workers share the tests, so both must list them alike: names hold sets.
pytest := PYTHONHASHSEED=0 $(python) -m pytest -q --numprocesses=2 --dist=loadfile

.DEFAULT_GOAL := help
.PHONY: help run test check stack stack-test at-the-stack proof bench lock audit node claude claude-test web-types screenshots build deploy connect site take-over

help: ## Show these lines
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

run: ## Start the whole product on this machine (ARGS="--port 9000")
	@$(install) local site
	@exec $(python) -m local $(ARGS)

test: ## Run the tests, and then those that need the stack (ARGS="-k claim": some, and no stack)
	@$(install) dev node site browser sam emulator
	@npm --prefix web test --silent
	@$(pytest) $(ARGS)
	@if [ -z "$(ARGS)" ]; then $(MAKE) --no-print-directory stack-test; fi

stack: ## Stand the whole stack up on an emulator of AWS, until Ctrl+C
	@$(install) dev node sam emulator
	@exec $(python) -m infra.stack

stack-test: ## Run the journeys, the table's contract and the stack's own tests against it
	@$(install) dev node site browser sam emulator
	@$(python) -m infra.stack $(MAKE) --no-print-directory at-the-stack

# A deployment disturbs whatever uses the stack meanwhile, so its tests have it to themselves.
deployments := tests/stack/test_made_once.py
at-the-stack:
ifeq ($(ARGS),)
	@$(python) -m pytest -q $(deployments)
	@$(pytest) tests/journeys tests/stack tests/storage/test_table_*.py --ignore=$(deployments)
else
	@$(python) -m pytest -q tests/journeys tests/stack tests/storage/test_table_*.py $(ARGS)
endif

# Packing waits for the network and for one processor, so it goes on beside the quick checks.
check: ## Everything that must hold before a change lands, to the end: locks, style, types, imports, templates, packages, tests
	@$(install) dev node site browser sam emulator
	@failed=; packed=$$(mktemp); trap 'rm -f "$$packed"' EXIT; \
	$(MAKE) --no-print-directory build >"$$packed" 2>&1 & packing=$$!; \
	packages() { wait $$packing; code=$$?; cat "$$packed"; return $$code; }; \
	step() { \
	  name=$$1; shift; started=$$(date +%s); echo "== $$name"; "$$@" || failed="$$failed $$name"; \
	  echo "   $$(($$(date +%s) - started)) s"; \
	}; \
	step locks $(python) requirements/lock.py --check; \
	step style ruff check; \
	step format ruff format --check; \
	step types mypy; \
	step imports lint-imports --no-logo; \
	step template env SAM_CLI_TELEMETRY=0 AWS_DEFAULT_REGION=eu-central-1 .tools/sam/bin/sam validate --lint; \
	step 'nested templates' .tools/sam/bin/cfn-lint infra/*.yaml; \
	step 'web types' $(python) web/generate_types.py --check; \
	step 'web style' npm --prefix web run --silent lint; \
	step 'web code' npm --prefix web run --silent types; \
	step packages packages; \
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

web-types: ## Write the front end's types from the API's OpenAPI document
	@$(install) dev site
	@$(python) web/generate_types.py

screenshots: ## Take pictures of every page, in both themes and both sizes, into web/screenshots
	@$(install) dev site browser
	@$(python) -m tests.web.screenshots $(ARGS)

build: ## Pack the functions for Lambda into .aws-sam/build, and say how large they are
	@$(install) sam
	@$(sam) build
	@$(PYTHON) -m bench.package_sizes

deploy: ## Deploy to AWS (OWNER_EMAIL=you@example.com the first time; PARAMETERS="Name=value ..."; STACK=follow-ups)
	@$(install) sam
	@$(on_aws) infra.account --stack $(STACK) $(parameters)
	@$(sam) build
	@$(sam) deploy --stack-name $(STACK) $(if $(parameters),--parameter-overrides $(parameters))
	@$(MAKE) --no-print-directory site

connect: ## Make an API key on the deployed stack and say how to connect an agent (EMAIL=you@example.com)
	@$(install) sam
	@$(on_aws) infra.connect --stack $(STACK) $(if $(EMAIL),--email $(EMAIL)) $(ARGS)

site: ## Build the front end and upload it to the deployed stack
	@$(install) local site sam
	@$(on_aws) infra.site --stack $(STACK)

take-over: ## Show the owners of the stack's table; give one to somebody of a new user pool (EMAIL=... OWNER=...)
	@$(install) sam
	@$(on_aws) infra.take_over --stack $(STACK) $(if $(EMAIL),--email $(EMAIL)) $(if $(OWNER),--owner $(OWNER))

audit: ## Report known holes in what the locks name
	@$(install) dev node
	@$(python) requirements/audit.py

node: ## Install the Node programs that the tests use
	@$(install) dev node

claude-test: ## Run the tests that drive the real Claude Code client, after installing it
	@$(install) dev claude
	@$(python) -m pytest -q -m claude $(ARGS)

claude: ## Install the real Claude Code client (400 MB) for the tests that drive it
	@$(install) dev claude
