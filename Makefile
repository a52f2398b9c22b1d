# Every command of a working day; `make help` lists them. Variables given to make reach the scripts:
#   make up PORT=8090 SMTP_URL=smtp://mail.example.com:587
SHELL := /bin/bash
.DEFAULT_GOAL := help
local := deploy/local

.PHONY: help up down status logs restart audit mail reset seed import fmt lint check test e2e sheet pictures figures generate contract bench

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

up: ## Install what is missing, build what changed, start everything, print the address
	@$(local)/up

down: ## End everything that `make up` started; data stays
	@$(local)/down

status: ## Show what runs, where, whether it is ready, and the memory it takes
	@$(local)/status

logs: ## Show the log of one service: make logs SERVICE=gateway
	@$(local)/logs '$(SERVICE)'

restart: ## Start one service or server anew: make restart SERVICE=gateway
	@$(local)/restart '$(SERVICE)'

mail: ## Print the sign-in link of the newest local mail
	@$(local)/mail

reset: ## End everything and forget databases, mails, secrets and ports
	@$(local)/reset

seed: ## Load the shipped data and, with SAMPLE_DATA=on, the sample universe, into what `make up` started
	@$(local)/seed

import: ## Load files: make import DIR=folder ARGS="--prune --apply", or make import SERVICE=… DIR=folder
	@SERVICE='$(SERVICE)' $(local)/seed '$(DIR)' $(ARGS)

fmt: ## Format Rust and TypeScript
	@$(local)/check fmt

lint: ## Lint Rust, TypeScript and shell
	@$(local)/check lint

check: ## The quick part of `make test`: formats, lints, types, unit tests of the site
	@$(local)/check all

test: ## Everything, on private servers, beside a running `make up`
	@$(local)/test

audit: ## Look for advisories, and check licences, banned and repeated packages
	@$(local)/audit

e2e: ## Only the browser journeys: make e2e ARGS=e2e/profile.spec.ts
	@$(local)/test e2e $(ARGS)

sheet: ## Photograph the main screens in both themes and two widths, on one sheet
	@SHEET=on $(local)/test e2e

pictures: ## Accept how the gallery looks now, until main has another site
	@$(local)/pictures accept

figures: ## Measure a running `make up` as a slow phone meets it, and let Lighthouse judge it
	@$(local)/figures $(ADDRESS)

generate: ## Write anew what is generated: contract, snapshots, rendered chart
	@$(local)/generate

contract: ## Write web/src/api/contract.ts anew from the gateway's registry
	@$(local)/generate contract

bench: ## Measure against bare routes, a loop that reads and plain SQL, in release mode; SIZE=L for 200 million points
	@SIZE='$(SIZE)' PARTS='$(PARTS)' deploy/bench/run
