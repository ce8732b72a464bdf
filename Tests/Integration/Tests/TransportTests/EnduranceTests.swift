import Foundation
import Programs
import Testing

/// Tests of a program that loads for a long time, in a separate process with nothing else in memory.
@Suite(.timeLimit(.minutes(30))) struct EnduranceTests {
    private static let transports = ["system", "async-http-client"]

    @Test(arguments: transports)
    func runs10000LoadsWithBoundedMemoryAndNoOpenFilesLeft(_ transport: String) async throws {
        let result = try await run(products.appending(path: "LoadMuch").path, ["many", transport])
        try #require(result.status == 0, "\(result.errorOutput)")
        let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(numbers.count == 3)
        #expect(numbers[0] == 10_000)
        // Foundation on Linux leaks about 150 bytes with each request, and the system allocates memory in pieces.
        #expect(numbers[1] < 16 * 1_024, "the peak rose by \(numbers[1]) KiB")
        #expect(numbers[2] <= 0, "\(numbers[2]) file descriptors are left open")
    }

    private static let runsAll = ProcessInfo.processInfo.environment["ENDPOINT_TESTS"] == "all"

    @Test("Reads a long stream of events in bounded memory", arguments: transports)
    func events(_ transport: String) async throws {
        let bytes = Self.runsAll ? 1_000_000_000 : 20_000_000
        let result = try await run(products.appending(path: "LoadMuch").path, ["events", transport, "\(bytes)"])
        try #require(result.status == 0, "\(result.errorOutput)")
        let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(numbers.count == 2)
        #expect(numbers[0] == 0, "\(numbers[0]) events are lost")
        #expect(numbers[1] < 16 * 1_024, "the peak rose by \(numbers[1]) KiB")
    }

    @Test("Closes the connections of cancelled streams", arguments: transports)
    func cancelledStreams(_ transport: String) async throws {
        let count = Self.runsAll ? 1_000 : 50
        let result = try await run(products.appending(path: "LoadMuch").path, ["cancel", transport, "\(count)"])
        try #require(result.status == 0, "\(result.errorOutput)")
        let descriptors = try #require(Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(descriptors <= 0, "\(descriptors) file descriptors are left open")
    }

    @Test("Keeps the memory of a cache under its limit while 100,000 distinct responses are stored")
    func cache() async throws {
        let result = try await run(products.appending(path: "LoadMuch").path, ["cache", "100000"])
        try #require(result.status == 0, "\(result.errorOutput)")
        let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(numbers.count == 2)
        // The cache is full. Its estimate is half as large again as the memory that the responses take up.
        #expect((60 * 1_024...64 * 1_024).contains(numbers[1]))
        #expect(numbers[0] < 64 * 1_024, "the peak rose by \(numbers[0]) KiB")
    }

    #if os(Linux)
    private static let decoders = transports
    #else
    private static let decoders = ["async-http-client"]
    #endif

    @Test("Reads 1 GiB of zeros from 1 MiB of compressed bytes in bounded memory", arguments: decoders)
    func bomb(_ transport: String) async throws {
        let result = try await run(products.appending(path: "LoadMuch").path, ["bomb", transport])
        try #require(result.status == 0, "\(result.errorOutput)")
        let growth = try #require(Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(growth < 16 * 1_024, "the peak rose by \(growth) KiB")
    }
}
