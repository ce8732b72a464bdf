# The commands for people and CI. Each target works on a fresh clone.

# Without this, SwiftPM passes traits to the compiler in random order, and rebuilds everything.
export SWIFT_DETERMINISTIC_HASHING = 1
export PYTHONDONTWRITEBYTECODE = 1

PACKAGES = . IntegrationTests Benchmarks Examples Examples/Server Fuzzing
SWIFT_FILES = $(wildcard $(foreach package,$(PACKAGES),$(addprefix $(package)/,Package.swift Sources Tests))) \
	Package@swift-6.1.swift Examples/App

# The folders with a README are examples; the others hold code that examples share.
EXAMPLES = $(notdir $(patsubst %/README.md,%,$(wildcard Examples/Sources/*/README.md)))
TRAITS = $(shell swift package dump-package | \
	python3 -c 'import json, sys; print(*sorted(trait["name"] for trait in json.load(sys.stdin)["traits"]))')

.PHONY: build test test-all test-unit test-integration test-release test-long test-traits test-sanitized \
	test-sanitized-transports test-scripts test-samples compliance demo examples example-server bench bench-report \
	bench-guard docs docc lint interface check-interface distribution check-distribution check-apple check-snippets \
	release fuzz format clean

build:
	swift build

# Tests that open no connection.
test-unit:
	swift test --skip LoopbackTests

# The tests that a change is most likely to break: the unit tests, then loads over URLSession from servers on this machine.
# They fetch and build no other package.
test: test-unit
	swift test --skip-build --filter LoopbackTests --skip LoopbackTests.ComplianceTests

# All tests: also those with other packages and programs, in other configurations, and with much random input.
test-all: test test-integration test-release test-long test-traits test-sanitized compliance

# The tests of the examples, then the tests that need other packages, other programs, or a process that ends. Those that
# measure memory keep both cores busy, so they run last. To send a gigabyte, run them with ENDPOINT_TESTS=all.
test-integration:
	swift test --package-path Examples
	swift test --package-path IntegrationTests --skip EnduranceTests
	swift test --package-path IntegrationTests --skip-build --filter EnduranceTests

# The unit tests in the release configuration, where the compiler resolves many conformances ahead of time.
OPTIMIZED = swift test --configuration release --scratch-path .build/optimized
test-release:
	$(OPTIMIZED) --skip LoopbackTests

# The tests that can take more random input, positions or repetitions. They keep all cores busy, so calls of other tests
# would time out beside them.
LONG_TESTS = RandomisedURLTests|TokenInterleavingTests|CacheLimitTests|HostileStreamTests|JSONLinesRowTests|RandomStreamTests
test-long: export ENDPOINT_TESTS = all
test-long:
	$(OPTIMIZED) --filter '$(LONG_TESTS)'
	$(OPTIMIZED) --skip-build --filter LoopbackTests.EventStreamTests

# A build with each trait alone, except AsyncHTTPClient, which Benchmarks has alone. test-sanitized runs the unit tests of the
# others. It removes the pins, because a build without traits would fetch the packages that they name.
test-traits:
	trap 'rm -f Package.resolved' EXIT; \
	for trait in $(filter-out AsyncHTTPClient,$(TRAITS)); do \
		echo "Building EndpointObservability with $$trait"; \
		swift build --scratch-path .build/traits --traits $$trait --target EndpointObservability || exit 1; \
	done

# All tests under the thread sanitizer, except those of requests, which start no task, and those that measure memory. The unit
# tests keep both cores busy, so the loopback tests, whose calls have timeouts, run after them.
SANITIZED = swift test --sanitize thread --scratch-path .build/sanitized --traits Logging,Metrics,Tracing
test-sanitized:
	trap 'rm -f Package.resolved' EXIT; $(SANITIZED) --skip '^EndpointTests|^LoopbackTests' && \
		$(SANITIZED) --skip-build --filter '^LoopbackTests' --skip LoopbackTests.ComplianceTests

# The tests of each transport under the thread sanitizer; all packages of async-http-client are built once more for it.
test-sanitized-transports:
	swift test --sanitize thread --scratch-path IntegrationTests/.build/sanitized --package-path IntegrationTests \
		--filter TransportTests --skip EnduranceTests

# The tests of the scripts that check and prepare a release.
test-scripts:
	python3 -m unittest discover --start-directory Scripts/Tests
	python3 -m unittest discover --start-directory Benchmarks/Scripts

# Compiles the Swift of the README, of the guides and of the decisions.
test-samples:
	python3 Scripts/samples.py README.md Documentation/Guides/*.md Documentation/Decisions/*.md

# Shows which promises each transport keeps, and that a naive one breaks them. Each check runs in its own process.
compliance:
	swift run --quiet --package-path IntegrationTests Compliance

# One declared API, loaded from two servers on this machine.
demo:
	swift run --quiet --package-path Examples SwitchingServers

# The examples, one after the other, except Server.
examples:
	for example in $(EXAMPLES); do swift run --quiet --package-path Examples $$example || exit 1; done

# Server is a separate package: the first time, its dependencies are built, which takes several minutes.
example-server:
	swift run --quiet --package-path Examples/Server

# Measures the cost of building and loading requests, compared with code by hand. ROUNDS=3 is quick and proves nothing. Counts
# instructions, allocations and the sizes of programs too if valgrind is installed.
BENCH_OPTIONS = $(if $(ROUNDS),--rounds $(ROUNDS))

bench:
	python3 Benchmarks/Scripts/measure.py time $(BENCH_OPTIONS)
	if command -v valgrind >/dev/null; then python3 Benchmarks/Scripts/measure.py counts; fi
	python3 Benchmarks/Scripts/report.py print

# Measures everything and writes Documentation/Performance.md, with gnuplot. Nothing else should run meanwhile.
bench-report:
	python3 Benchmarks/Scripts/measure.py time $(BENCH_OPTIONS)
	python3 Benchmarks/Scripts/measure.py counts
	python3 Benchmarks/Scripts/measure.py builds $(BENCH_OPTIONS)
	python3 Benchmarks/Scripts/report.py write

# Fails if building a request takes more instructions or allocations, against the floor, or a small program more bytes, than
# Benchmarks/thresholds.json allows.
bench-guard:
	python3 Benchmarks/Scripts/measure.py counts
	python3 Benchmarks/Scripts/report.py guard

# HTML of the documentation in Documentation/html, with jazzy. Like docc, lint and interface, it builds the library with all
# traits: the first time, their dependencies are built.
docs:
	python3 Scripts/documentation jazzy

# The same with the DocC of the toolchain, in Documentation/docc. For a server that offers it under a path such as /Endpoint,
# set BASE_PATH=/Endpoint.
docc:
	python3 Scripts/documentation docc $(BASE_PATH)

# Checks formatting, file lengths, words, the recorded interface, links, and that every public symbol is documented and listed.
lint:
	swift format lint --strict --recursive $(SWIFT_FILES)
	find Sources -name '*.swift' -exec awk 'END { if (NR > 200) print FILENAME ": more than 200 lines" }' {} \; | (! grep .)
	python3 Scripts/prose.py
	python3 Scripts/documentation check

# Records the public interface in Documentation/Interface.
interface:
	python3 Scripts/documentation interface

# Prints changes of the interface since the last release that break programs, as SwiftPM sees them.
check-interface:
	tag=$$(git describe --tags --abbrev=0 2>/dev/null) || exit 0; swift package diagnose-api-breaking-changes "$$tag"

# Writes the version and the address of project.toml into all files that name them.
distribution:
	python3 Scripts/distribution.py write

# Checks the same, the workflow, and that the Xcode project, the podspecs and the manifest for Swift 6.1 agree with
# Package.swift.
check-distribution: .build/python/bin/zizmor
	python3 Scripts/distribution.py check
	.build/python/bin/zizmor --quiet --offline --min-severity medium .github

.build/python/bin/zizmor: Scripts/requirements.txt
	python3 -m venv .build/python
	.build/python/bin/pip install --quiet --disable-pip-version-check --requirement Scripts/requirements.txt
	touch $@

# Checks everything, writes the version, dates the changelog, commits and tags: make release VERSION=1.2.3
release:
	git diff --quiet HEAD
	python3 Scripts/distribution.py release "$(VERSION)"
	$(MAKE) lint check-distribution check-interface test-all
	git commit --all --message "Release $(VERSION)"
	git tag --annotate "$(VERSION)" --message "Endpoint $(VERSION)"
	@echo 'To publish it: git push --follow-tags'

# Type-checks the library for each of Apple's systems, and the example app and guides for macOS and iOS, on any system.
check-apple:
	python3 -B AppleCheck/check.py

# Compiles small programs as users write them; some have to fail with the message that they expect.
check-snippets: build
	python3 -B Scripts/snippets.py -I "$$(swift build --show-bin-path)/Modules"

# Feeds parsers and writers with random bytes, each for so many seconds: make fuzz SECONDS=60
fuzz:
	Fuzzing/run.sh $(or $(SECONDS),60)

format:
	swift format --in-place --recursive $(SWIFT_FILES)

clean:
	rm -rf $(addsuffix /.build,$(PACKAGES)) Documentation/html Documentation/docc
