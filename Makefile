# Thin: each target calls CMake, CTest or the program. `make` alone prints what there is.
SHELL := /bin/bash
DATASET ?= a9a
METHOD ?= fdskl
PROFILE ?= laptop
ARGS ?=

.PHONY: help build test check sanitize bench datasets run reproduce figures tables report tune audit clean setup

help: ## print this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | column -t -s '|'

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
	@cd build-asan && ctest --output-on-failure -j 2

datasets: build ## fetch what can be fetched, then list what is here
	@build/fdskl datasets fetch
	@build/fdskl datasets

run: build ## one cell: make run DATASET=a9a METHOD=fdskl ARGS="--workers 8"
	@build/fdskl run $(DATASET) $(METHOD) $(ARGS)

clean: ## remove what was built; results, datasets and the per-user cache stay
	rm -rf build build-debug build-asan
