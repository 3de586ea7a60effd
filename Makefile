# Thin: each target calls CMake, CTest or the program. `make` alone prints what there is.
SHELL := /bin/bash
DATASET ?= a9a
METHOD ?= fdskl
ARGS ?=

.PHONY: help build test check sanitize bench datasets run reproduce figures tables report tune audit clean setup reserved

help: ## print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup:
	@scripts/setup.sh

build: setup ## set up this machine and build build/fdskl
	@scripts/build.sh release

test: ## set up, build and run all tests
	@scripts/setup.sh test
	@scripts/build.sh release
	@cd build && ctest --output-on-failure -j 2

check: ## clang-format and clang-tidy on what git tracks
	@scripts/setup.sh check
	@scripts/build.sh release configure
	@scripts/check.sh

sanitize: ## run the tests under the address and undefined-behaviour sanitizers
	@scripts/setup.sh test
	@scripts/build.sh asan
	@cd build-asan && ctest --output-on-failure -j 2 -LE mpi
	@# Open MPI never frees what it loads, from modules that are gone at the end, so no suppression can name them.
	@cd build-asan && ASAN_OPTIONS=detect_leaks=0 ctest --output-on-failure -j 2 -L mpi

datasets: build ## fetch what can be fetched, then list what is here
	@build/fdskl datasets fetch
	@build/fdskl datasets

run: build ## one cell: make run DATASET=a9a METHOD=fdskl ARGS="--workers 8"
	@build/fdskl run $(DATASET) $(METHOD) $(ARGS)

bench: build ## how close to the machine, and what encryption costs, stored in results/bench*.json
	@scripts/bench.sh

reproduce: build ## FDSKL on all ten datasets; the rivals, figures and verdicts are to come
	@scripts/reproduce.sh

figures: reserved ## reserved: the paper's figures from stored tables
tables: reserved ## reserved: the paper's tables from stored tables
report: reserved ## reserved: one page with verdicts, figures and tables
tune: reserved ## reserved: find the settings again by cross-validation
audit: reserved ## reserved: the privacy audit

reserved:
	@echo "make $(MAKECMDGOALS): reserved, and not built yet; make alone lists what there is." >&2; exit 1

clean: ## remove what was built; results, datasets and the per-user cache stay
	rm -rf build build-debug build-asan
