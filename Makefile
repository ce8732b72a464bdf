# What people and CI call. Each target works on a fresh clone.

SWIFT_FILES = Package.swift Package@swift-6.1.swift Sources Tests \
	IntegrationTests/Package.swift IntegrationTests/Sources IntegrationTests/Tests \
	Benchmarks/Package.swift Benchmarks/Sources \
	Examples/Package.swift Examples/Sources Examples/Tests Examples/Server/Package.swift Examples/Server/Sources

# Without it, SwiftPM passes traits to the compiler in random order, and builds everything anew.
export SWIFT_DETERMINISTIC_HASHING = 1

# What has a README is an example; other folders hold what they share.
EXAMPLES = $(notdir $(patsubst %/README.md,%,$(wildcard Examples/Sources/*/README.md)))

.PHONY: build test test-all test-unit test-integration test-release test-traits test-sanitized test-scripts test-samples compliance demo examples bench \
	bench-report bench-guard docs docc lint check-distribution format clean

build:
	swift build

# Tests that open no connection.
test-unit:
	swift test --skip LoopbackTests

# What a change is most likely to break: the unit tests, then loads over URLSession from servers on this machine. No other
# package is fetched or built.
test: test-unit
	swift test --skip-build --filter LoopbackTests --skip LoopbackTests.ComplianceTests

# The tests with other packages and programs, and those in other configurations.
test-all: test test-integration test-release test-traits test-sanitized compliance

# The tests of the examples, then the tests of what needs other packages, other programs, or a process that dies; and by
# themselves those that watch the clock and the memory.
test-integration:
	swift test --filter LoopbackTests.ComplianceTests
	swift test --package-path Examples
	swift test --package-path IntegrationTests --skip TransportTests.ComplianceTests
	swift test --package-path IntegrationTests --skip-build --filter TransportTests.ComplianceTests

# The same as a user's release has it: the compiler settles there by itself what a type conforms to.
test-release:
	swift test --configuration release --scratch-path .build/optimized --skip LoopbackTests

# The unit tests with no trait, with each alone, and with all. The first time, all that they depend on is built.
test-traits:
	Scripts/test-traits.sh

# All tests under the thread sanitizer, except those of requests, which start no task, and those that measure memory.
test-sanitized:
	# Were the pins left behind, a build without traits would fetch what they name.
	trap 'rm -f Package.resolved' EXIT; swift test --sanitize thread --scratch-path .build/sanitized \
		--traits Logging,Metrics,Tracing --skip '^EndpointTests|^LoopbackTests.ComplianceTests'
	swift test --sanitize thread --scratch-path IntegrationTests/.build/sanitized --package-path IntegrationTests \
		--filter TransportTests --skip EnduranceTests --skip TransportTests.ComplianceTests
	swift test --sanitize thread --scratch-path IntegrationTests/.build/sanitized --package-path IntegrationTests \
		--skip-build --filter TransportTests.ComplianceTests

# The scripts that check and prepare the documentation.
test-scripts:
	python3 -m unittest discover --start-directory Scripts/Tests

# The Swift of the README, of the guides and of the decisions compiles.
test-samples:
	Scripts/check-samples.sh

# Which promises which transport keeps, and that a naive one does not; each check in a process of its own.
compliance:
	swift run --quiet --package-path IntegrationTests Compliance

# One declared API, loaded from two servers on this machine.
demo:
	swift run --quiet --package-path Examples SwitchingServers

# All examples, one after the other. Server is a package of its own: the first time, all that it depends on is built.
examples:
	for example in $(EXAMPLES); do swift run --quiet --package-path Examples $$example || exit 1; done
	swift run --quiet --package-path Examples/Server

# What it costs to build requests and to load them, beside the same by hand. ROUNDS=3 is quick and proves nothing.
# Instructions and allocations are counted where valgrind is.
BENCH_OPTIONS = $(if $(ROUNDS),--rounds $(ROUNDS))

bench:
	Scripts/bench/run.sh $(BENCH_OPTIONS)
	if command -v valgrind >/dev/null; then Scripts/bench/count.sh; fi
	python3 -B Scripts/bench/report.py --print

# Writes Documentation/Performance.md from all that can be measured. Nothing else should run meanwhile.
bench-report:
	Scripts/bench/run.sh $(BENCH_OPTIONS)
	Scripts/bench/count.sh
	python3 -B Scripts/bench/footprint.py $(BENCH_OPTIONS)
	python3 -B Scripts/bench/report.py

# Fails if building a request takes more instructions or allocations, against the floor, than Benchmarks/thresholds.json
# allows.
bench-guard:
	python3 -B Scripts/bench/test_guard.py
	Scripts/bench/count.sh
	python3 -B Scripts/bench/guard.py

# HTML of the documentation in Documentation/html, with jazzy. This builds with all traits on, as do docc and lint: the
# first time, all that they depend on is built.
docs:
	Scripts/docs.sh

# The same with the DocC of the toolchain, in Documentation/docc. A server that has it under a path of its own, such as
# /Endpoint, takes BASE_PATH=/Endpoint.
docc:
	Scripts/docc.sh $(BASE_PATH)

# Formatting, file lengths, documentation and place of every public symbol, and links.
lint:
	swift format lint --strict --recursive $(SWIFT_FILES)
	Scripts/check-file-lengths.sh
	Scripts/check-documentation.sh

# Endpoint.xcodeproj for Carthage, the podspecs, and that what is told to all package managers and to CI agrees.
check-distribution:
	Scripts/check-xcodeproj.sh
	Scripts/check-podspec.sh
	Scripts/check-distribution.sh

format:
	swift format --in-place --recursive $(SWIFT_FILES)

clean:
	rm -rf .build IntegrationTests/.build Benchmarks/.build Examples/.build Examples/Server/.build
	rm -rf Documentation/html Documentation/docc
