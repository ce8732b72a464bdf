import Foundation
import Programs
import Testing

/// What a program that loads much, or for long, can rely on: each in a process of its own, with nothing else in memory.
@Suite struct EnduranceTests {
    private func load(_ arguments: String...) async throws -> [Int] {
        let result = try await run(products.appending(path: "LoadMuch").path, arguments)
        try #require(result.status == 0, "\(result.errorOutput)")
        return result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    }

    @Test(arguments: ["download", "stream"])
    func aLargeBodyIsNeverHeldInMemory(mode: String) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "much").path
            let numbers = try await mode == "download" ? load(mode, file) : load(mode)
            try #require(numbers.count == 2)
            #expect(numbers[0] == 500_000_000)
            #expect(numbers[1] < 64 * 1_024, "the peak rose by \(numbers[1]) KiB")
        }
    }

    @Test func manyLoadsLoseNothingAndLeaveNothing() async throws {
        let numbers = try await load("many")
        try #require(numbers.count == 3)
        #expect(numbers[0] == 10_000)
        // Foundation on Linux loses about 150 bytes with each request, and the system gives memory in pieces.
        #expect(numbers[1] < 16 * 1_024, "the peak rose by \(numbers[1]) KiB")
        #expect(numbers[2] <= 0, "\(numbers[2]) file descriptors are left open")
    }
}
