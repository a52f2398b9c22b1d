# The commands of a working day; `make help` lists them. Variables on the command line reach the scripts:
#   make up PORT=8090 SMTP_URL=smtps://mail.example.com
SHELL := /bin/bash
.DEFAULT_GOAL := help
local := deploy/local

.PHONY: help up down status logs restart rotate reader audit mail reset seed import fmt lint check test test-deep e2e sheet pictures figures generate contract bench

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

up: ## Install what is missing, build what changed, start everything, print the address
	@$(local)/up

down: ## Stop everything that `make up` started; data is kept
	@$(local)/down

status: ## Show what is running, where, whether it is ready, and the memory it takes
	@$(local)/status

logs: ## Show the log of one service: make logs SERVICE=gateway
	@$(local)/logs '$(SERVICE)'

restart: ## Restart one service or server: make restart SERVICE=gateway
	@$(local)/restart '$(SERVICE)'

rotate: ## Replace secrets, certificates and keys while everything serves; PART=logins for some of them
	@$(local)/rotate $(PART)

reader: ## Let a team read events on the bus: make reader TEAM=… READS='evt.SERVICE.>'
	@$(local)/reader '$(TEAM)' '$(READS)'

mail: ## Print the sign-in link of the newest local mail
	@$(local)/mail

reset: ## Stop everything and delete databases, mails, secrets and ports
	@$(local)/reset

seed: ## Load the shipped data and, with SAMPLE_DATA=on, the sample universe, into the running stack
	@$(local)/seed

import: ## Load files: make import DIR=folder ARGS="--prune --apply", or make import SERVICE=… DIR=folder
	@SERVICE='$(SERVICE)' $(local)/seed '$(DIR)' $(ARGS)

fmt: ## Format Rust and TypeScript
	@$(local)/check fmt

lint: ## Lint Rust, TypeScript and shell
	@$(local)/check lint

check: ## The quick part of `make test`: formats, lints, types, unit tests of the site
	@$(local)/check all

test: ## Run all tests, on private servers, independent of a running `make up`
	@$(local)/test

test-deep: ## Property, fuzz, crash and outage tests at full size: make test-deep DEPTH=8 ROUNDS=3
	@DEPTH='$(DEPTH)' ROUNDS='$(ROUNDS)' $(local)/test-deep

audit: ## Check packages for advisories, licences, bans and duplicate versions
	@$(local)/audit

e2e: ## Only the browser journeys: make e2e ARGS=e2e/profile.spec.ts
	@$(local)/test e2e $(ARGS)

sheet: ## Photograph the main screens in both themes and two widths, on one sheet
	@SHEET=on $(local)/test e2e

pictures: ## Accept the present pictures of the gallery until the site on main changes
	@$(local)/pictures accept

figures: ## Measure the running site as on a slow phone, and run Lighthouse
	@$(local)/figures $(ADDRESS)

generate: ## Regenerate the contract, the snapshots and the rendered chart
	@$(local)/generate

contract: ## Regenerate web/src/api/contract.ts and accessWords.ts from the gateway's registry
	@$(local)/generate contract

bench: ## Measure against bare routes, a reading loop and plain SQL, in release mode; SIZE=L for 200 million points
	@SIZE='$(SIZE)' PARTS='$(PARTS)' deploy/bench/run
