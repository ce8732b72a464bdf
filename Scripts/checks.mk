# The commands behind those of the Makefile, which includes this file. Run them from the root of the repository.

# swift format skips hidden folders, such as .build.
SWIFT_FILES = Package.swift Sources Tests Benchmarks Examples
TRAITS = $(shell swift package dump-package | \
	python3 -c 'import json, sys; print(*sorted(trait["name"] for trait in json.load(sys.stdin)["traits"]))')

.PHONY: test-all test-unit test-integration test-release test-long test-traits test-sanitized test-sanitized-transports \
	test-scripts test-samples compliance test-libcurl example-server bench-report bench-guard interface check-interface \
	distribution check-distribution check-apple check-snippets mutants fuzz format clean

# All tests of this package, except LoopbackTests. If tests hang or end the process, their names are printed.
test-unit:
	python3 Scripts/run_tests.py unit

# All tests of the library, also those with other packages, programs and configurations, and with much random input.
test-all: test test-integration test-release test-long test-traits test-sanitized compliance

# The tests of the examples, then the tests that need other packages, other programs, or a process that ends. The tests
# that measure memory keep several cores busy, so they run last. With ENDPOINT_TESTS=all, they send a gigabyte.
test-integration:
	swift test --package-path Examples
	swift test --package-path Tests/Integration --skip 'EnduranceTests|PromiseTests'
	swift test --package-path Tests/Integration --skip-build --filter EnduranceTests

# The unit tests in the release configuration, where the compiler resolves many conformances at compile time.
OPTIMIZED = swift test --configuration release --scratch-path .build/optimized
test-release:
	$(OPTIMIZED) --skip LoopbackTests

# The tests that can take more random input, positions or repetitions. They keep all cores busy, so calls of other tests
# that run meanwhile would time out.
LONG_TESTS = RandomisedURLTests|TokenInterleavingTests|CallLimitTests|CacheLimitTests|HostileStreamTests|JSONLinesRowTests|RandomStreamTests
test-long: export ENDPOINT_TESTS = all
test-long:
	$(OPTIMIZED) --filter '$(LONG_TESTS)'
	$(OPTIMIZED) --skip-build --filter LoopbackTests.EventStreamTests

# A build without traits, then with each trait alone. Each build fails if a target, also of tests, imports a module that it
# does not depend on in Package.swift. EndpointAsyncHTTPClient is only checked here, because Benchmarks builds it with its
# trait alone. test-sanitized runs the unit tests of the other traits. Package.resolved is removed, because a build without
# traits would fetch its packages.
test-traits:
	trap 'rm -f Package.resolved' EXIT; \
	for traits in --disable-default-traits $(addprefix --traits=,$(TRAITS)); do \
		echo "Building EndpointObservability with $$traits"; \
		swift build --scratch-path .build/traits $$traits --target EndpointObservability \
			--explicit-target-dependency-import-check error || exit 1; \
	done

# The tests of this package under the thread sanitizer, except EndpointTests, which start no task, and the compliance
# checks of LoopbackTests, which measure memory. The modules run one after another: all tests of a run begin at once, and
# under the sanitizer, calls with timeouts would starve.
test-sanitized test-sanitized-transports: export TSAN_OPTIONS = suppressions=$(CURDIR)/Scripts/thread-sanitizer.txt
SANITIZED = swift test --sanitize thread --scratch-path .build/sanitized --traits Logging,Metrics,Tracing
SANITIZED_MODULES = $(filter-out EndpointTests,$(notdir $(patsubst %/,%,$(wildcard Tests/Endpoint*Tests/))))
test-sanitized:
	trap 'rm -f Package.resolved' EXIT; \
	$(SANITIZED) --filter '^LoopbackTests' --skip LoopbackTests.ComplianceTests || exit 1; \
	for module in $(SANITIZED_MODULES); do $(SANITIZED) --skip-build --filter "^$$module" || exit 1; done

# The tests of each transport under the thread sanitizer, for which all packages of async-http-client are built again.
test-sanitized-transports:
	swift test --sanitize thread --scratch-path Tests/Integration/.build/sanitized --package-path Tests/Integration \
		--filter TransportTests --skip EnduranceTests

# Checks that tests notice small changes of the sources: those that Scripts/mutants.toml lists, or other lists:
# make mutants LISTS=more.toml
mutants:
	python3 Scripts/mutants.py $(LISTS)

# The tests of the Python scripts.
test-scripts:
	python3 -m unittest discover --start-directory Scripts/Tests
	python3 -m unittest discover --start-directory Benchmarks/Scripts

# Compiles the Swift samples of the README, of the guides and of the decisions.
test-samples:
	python3 Scripts/samples.py README.md Documentation/Guides/*.md Documentation/Decisions/*.md

# Shows which promises each transport keeps, and that a naive transport breaks some. Each check runs in its own process.
# Then runs the tests of what a controller promises over each transport.
compliance:
	@echo 'Building the checks of transports: a few minutes the first time.'
	@status=0; \
	swift run --quiet --package-path Tests/Integration Compliance || status=1; \
	swift test --package-path Tests/Integration --filter PromiseTests || status=1; \
	exit $$status

# All checks of CurlTransport over several versions of libcurl, from packages of PyPI, and over other builds:
# make test-libcurl FOLDERS='one another'
test-libcurl:
	python3 Scripts/libcurl_versions.py $(FOLDERS)

# Server is a separate package.
example-server:
	@echo 'Building a server and the packages that it needs: several minutes the first time.'
	swift run --quiet --package-path Examples/Server

# Measures everything, with valgrind, and writes Documentation/Performance.md, with gnuplot, and
# Benchmarks/Results.md. Run nothing else meanwhile.
bench-report:
	python3 Benchmarks/Scripts/measure.py time $(BENCH_OPTIONS)
	python3 Benchmarks/Scripts/measure.py counts
	python3 Benchmarks/Scripts/measure.py builds $(BENCH_OPTIONS)
	python3 Benchmarks/Scripts/report.py write

# Counts the instructions of building a request and of a load, among other things. Fails if a count of instructions
# exceeds its limit in Benchmarks/thresholds.json.
bench-guard:
	python3 Benchmarks/Scripts/measure.py counts
	python3 Benchmarks/Scripts/report.py guard

# Records the public interface in Documentation/Interface.
interface:
	python3 Scripts/documentation interface

# Fails if SwiftPM finds changes of the interface since the last release that break programs, and prints the changes.
check-interface:
	tag=$$(git describe --tags --abbrev=0 2>/dev/null) || exit 0; swift package diagnose-api-breaking-changes "$$tag"

# Writes the version and the address from Distribution/project.toml into all files that name them.
distribution:
	python3 Scripts/distribution.py write

# Checks that these files agree with project.toml, and that the Xcode project and the podspecs agree with Package.swift.
# Checks the workflow with zizmor.
check-distribution: .build/python/bin/zizmor
	python3 Scripts/distribution.py check
	.build/python/bin/zizmor --quiet --offline --min-severity medium .github

.build/python/bin/zizmor: Scripts/requirements.txt
	python3 -m venv .build/python
	.build/python/bin/pip install --quiet --disable-pip-version-check --requirement Scripts/requirements.txt
	touch $@

# Type-checks, on Linux, the library for all Apple systems, and Examples/App and some guides for macOS 14 and iOS 17.
check-apple:
	@echo 'Type-checking for all Apple systems: about two minutes.'
	python3 Scripts/AppleCheck/check.py

# Compiles small programs as users write them. Some of them must fail, with the message that they expect.
check-snippets: build
	bin="$$(swift build --show-bin-path)" && python3 Scripts/snippets.py -I "$$bin/Modules" \
		-Xcc -fmodule-map-file="$$bin/CCurl.build/module.modulemap"

# Feeds parsers and writers with random bytes, each for 60 seconds by default: make fuzz SECONDS=20
fuzz:
	Tests/Fuzzing/run.sh $(or $(SECONDS),60)

format:
	swift format --in-place --recursive $(SWIFT_FILES)

clean:
	find . -name .build -prune -exec rm -rf {} +
	rm -rf Documentation/html Documentation/docc
