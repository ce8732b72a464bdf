# The commands that people use. Each works on a fresh clone. Scripts/checks.mk contains the other commands, most of which
# `make check` runs.

# Without this, SwiftPM passes traits to the compiler in random order, and rebuilds everything.
export SWIFT_DETERMINISTIC_HASHING = 1
export PYTHONDONTWRITEBYTECODE = 1
# The number of test cases that run at once. Without it, a thousand begin at once, and starve each other on a busy machine.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 4

# The folders with a README are examples. The other folders hold code that examples share.
EXAMPLES = $(notdir $(patsubst %/README.md,%,$(wildcard Examples/Sources/*/README.md)))
BENCH_OPTIONS = $(if $(ROUNDS),--rounds $(ROUNDS))

.PHONY: help build test lint docs docc demo examples bench check release

help: ## Lists these commands. .github/CONTRIBUTING.md lists the others.
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

build: ## Builds the library.
	swift build

# The tests that a change is most likely to break. They need no other package.
test: ## Runs the unit tests, then loads from servers on this machine.
	python3 Scripts/run_tests.py unit loopback

lint: ## Checks formatting, lengths of files and pages, wording, links, documentation and the recorded interface.
	swift format lint --strict --recursive $(SWIFT_FILES)
	find Sources -name '*.swift' -exec awk 'END { if (NR > 350) print FILENAME ": more than 350 lines" }' {} \; | (! grep .)
	find Sources -name '*.swift' -exec awk '/\/\/\/ [^|]/ && length > 120 { print FILENAME ":" FNR ": more than 120 columns" }' {} \; | (! grep .)
	python3 Scripts/prose.py
	python3 Scripts/documentation check

# This needs no other package. Like lint and interface, docc builds the library with all traits, and first their packages.
docs: ## Writes the documentation to Documentation/html, with jazzy, except what needs other packages.
	python3 Scripts/documentation jazzy

# To serve it under a path such as /Endpoint, set BASE_PATH=/Endpoint.
docc: ## Writes all documentation to Documentation/docc, with the DocC of the toolchain.
	python3 Scripts/documentation docc $(BASE_PATH)

demo: ## Loads one declared API from two servers on this machine.
	@echo 'Building the demo: about a minute the first time.'
	swift run --quiet --package-path Examples SwitchingServers
	@echo 'The API is declared in this file:' && ls Examples/Sources/SwitchingServers/API/UsersAPI.swift

examples: ## Runs the examples in Examples/Sources, one after the other.
	@echo 'Building the examples: a few minutes the first time.'
	for example in $(EXAMPLES); do swift run --quiet --package-path Examples $$example || exit 1; done

# If valgrind is installed, this also counts instructions, allocations and the sizes of programs.
bench: ## Measures the cost of a request, compared with code by hand. ROUNDS=3 is quick but inaccurate.
	python3 Benchmarks/Scripts/measure.py time $(BENCH_OPTIONS)
	if command -v valgrind >/dev/null; then python3 Benchmarks/Scripts/measure.py counts; fi
	python3 Benchmarks/Scripts/report.py print

check: ## Runs all checks and tests, on Linux; the first time, this takes 15 to 40 minutes.
check: lint check-distribution check-interface test-scripts test-samples check-snippets check-apple test-all

release: ## Dates the changelog, runs all checks, commits and tags: make release VERSION=1.2.3
	git diff --quiet HEAD
	python3 Scripts/distribution.py release "$(VERSION)"
	$(MAKE) check
	git commit --all --message "Release $(VERSION)"
	git tag --annotate "$(VERSION)" --message "Endpoint $(VERSION)"
	@echo 'To publish it: git push --follow-tags'

include Scripts/checks.mk
