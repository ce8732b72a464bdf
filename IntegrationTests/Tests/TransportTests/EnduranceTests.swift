import Foundation
import Programs
import Testing

/// What a program that loads for long can rely on, in a process of its own, with nothing else in memory.
@Suite struct EnduranceTests {
    @Test(arguments: ["URLSession", "async-http-client"])
    func manyLoadsLoseNothingAndLeaveNothing(_ transport: String) async throws {
        let result = try await run(products.appending(path: "LoadMuch").path, ["many", transport])
        try #require(result.status == 0, "\(result.errorOutput)")
        let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(numbers.count == 3)
        #expect(numbers[0] == 10_000)
        // Foundation on Linux loses about 150 bytes with each request, and the system gives memory in pieces.
        #expect(numbers[1] < 16 * 1_024, "the peak rose by \(numbers[1]) KiB")
        #expect(numbers[2] <= 0, "\(numbers[2]) file descriptors are left open")
    }
}
