# Each target only calls CMake, CTest or the program. `make` alone lists the targets.
SHELL := /bin/bash
DATASET ?= a9a
METHOD ?= fdskl
PROFILE ?= laptop
ARGS ?=
SECONDS ?= 60
MINUTES ?= 10

.PHONY: help build test check sanitize fuzz torture soak bench datasets run reproduce figures tables claims theory report tune audit clean setup

help: ## print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup:
	@scripts/setup.sh

build: setup ## set up this machine and build build/fdskl
	@scripts/build.sh release fdskl_program

test: ## set up, build and run all tests
	@scripts/setup.sh test
	@scripts/build.sh release
	@cd build && ctest --output-on-failure -j 2

check: ## clang-format, one definition for each name, clang-tidy
	@scripts/setup.sh check
	@scripts/build.sh release configure
	@scripts/check.sh

sanitize: ## run the tests under the address, undefined-behaviour and thread sanitizers
	@scripts/setup.sh test
	@scripts/build.sh asan
	@cd build-asan && ctest --output-on-failure -j 2 -LE mpi
	@# Open MPI never frees what it loads, from modules that are gone at the end, so no suppression can name them.
	@# Tests that compare a run's memory with what was announced are left out: a sanitizer takes several times as much.
	@cd build-asan && ASAN_OPTIONS=detect_leaks=0 ctest --output-on-failure -j 2 -L mpi -E 'NeedsTest|DataThreeTimesTheMemory'
	@# Threads: what talks or computes by them. Open MPI is not built for the thread sanitizer, so nothing here enters MPI.
	@# Nor is Arrow, whose own types look like races: so no case that reads or writes tables.
	@scripts/build.sh tsan base_test net_test masking_test sharing_test fdskl_test
	@for room in base net masking sharing fdskl; do TSAN_OPTIONS=halt_on_error=1 build-tsan/$${room}_test --gtest_brief=1 --gtest_filter=-ModelFile.*:Replay.ModelPartFile || exit 1; done

fuzz: ## feed every reader and every receiver bad bytes: make fuzz SECONDS=60 ARGS="csv lane", or ARGS="--runs 1000000"
	@scripts/setup.sh fuzz
	@scripts/build.sh fuzz fuzzers
	@scripts/fuzz.sh $(SECONDS) $(ARGS)

torture: ## kill, stop, starve and crowd runs at random, and check what is left: make torture MINUTES=10 ARGS="--seed 7"
	@scripts/setup.sh test
	@scripts/build.sh release
	@scripts/torture.mjs --minutes $(MINUTES) $(ARGS)

soak: ## small cells for MINUTES; memory, files, shared memory and scratch must not grow
	@scripts/setup.sh test
	@scripts/build.sh release
	@scripts/torture.mjs --soak --minutes $(MINUTES) $(ARGS)

datasets: build ## fetch what can be fetched, then list what is here
	@build/fdskl datasets fetch
	@build/fdskl datasets

run: build ## one cell: make run DATASET=a9a METHOD=fdskl ARGS="--workers 8 --offline"
	@build/fdskl run $(DATASET) $(METHOD) --fetch $(ARGS)

bench: ## how close to the machine, and to each other: ratios, stored in results/bench.json
	@scripts/setup.sh test
	@scripts/build.sh release
	@cmake --build build --target benches
	@scripts/bench.sh

reproduce: build ## every experiment: make reproduce PROFILE=smoke|laptop|paper ARGS="--dry-run"
	@scripts/reproduce.sh --profile $(PROFILE) $(ARGS)

figures: build ## the paper's figures from stored tables, in results/figures/
	@build/fdskl figures

tune: build ## find the settings again by cross-validation on training data; ARGS="libsvm --dataset a9a"
	@build/fdskl tune $(ARGS)

tables: build ## the paper's tables from stored tables, in results/tables/
	@build/fdskl tables

claims: build ## a verdict on each claim of the paper from stored tables, in results/claims.md
	@build/fdskl claims

theory: build ## the lemma, theorem and appendix on small problems, in results/theory.arrow
	@build/fdskl theory

report: build ## one page with verdicts, figures and tables, in results/report.html
	@build/fdskl report

audit: build ## attack recorded runs of every masking: what each worker can recover (docs/privacy.md)
	@build/fdskl audit $(ARGS)

clean: ## remove what was built; results, datasets and the per-user cache stay
	rm -rf build build-debug build-asan build-tsan build-fuzz
