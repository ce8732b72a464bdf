# What people and CI call. Each target works on a fresh clone.

SWIFT_FILES = Package.swift Sources Tests \
	IntegrationTests/Package.swift IntegrationTests/Sources IntegrationTests/Tests \
	Benchmarks/Package.swift Benchmarks/Sources \
	Examples/Package.swift Examples/Sources Examples/Tests

.PHONY: build test test-traits test-sanitized compliance demo bench bench-report bench-guard lint format clean

build:
	swift build

# Unit tests, those of the examples, then tests with real servers and programs, those that watch the clock by themselves.
test:
	swift test
	swift test --package-path Examples
	swift test --package-path IntegrationTests --skip ControllerTests.ComplianceTests
	swift test --package-path IntegrationTests --filter ControllerTests.ComplianceTests

# The unit tests with no trait, with each alone, and with all. The first time, all that they depend on is built.
test-traits:
	Scripts/test-traits.sh

# The tests of the controller under the thread sanitizer, but for those that measure memory, of which it takes much.
test-sanitized:
	# Were the pins left behind, a build without traits would fetch what they name.
	trap 'rm -f Package.resolved' EXIT; swift test --sanitize thread --scratch-path .build/sanitized \
		--filter 'EndpointControllerTests|EndpointTestingTests' --traits Logging,Metrics,Tracing
	swift test --sanitize thread --scratch-path IntegrationTests/.build/sanitized --package-path IntegrationTests \
		--filter ControllerTests --skip EnduranceTests --skip ControllerTests.ComplianceTests
	swift test --sanitize thread --scratch-path IntegrationTests/.build/sanitized --package-path IntegrationTests \
		--filter ControllerTests.ComplianceTests

# Which promises which transport keeps, and that a naive one does not; each check in a process of its own.
compliance:
	swift run --quiet --package-path IntegrationTests Compliance

# One declared API, loaded from two servers on this machine.
demo:
	swift run --quiet --package-path Examples SwitchingServers

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

# Formatting, file lengths, and documentation of every public symbol, with all traits on: the first time, all that they
# depend on is built.
lint:
	swift format lint --strict --recursive $(SWIFT_FILES)
	Scripts/check-file-lengths.sh
	Scripts/check-documentation.sh

format:
	swift format --in-place --recursive $(SWIFT_FILES)

clean:
	rm -rf .build IntegrationTests/.build Benchmarks/.build Examples/.build
