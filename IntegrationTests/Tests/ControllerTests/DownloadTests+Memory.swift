import Foundation
import Programs
import Testing

extension DownloadTests {
    /// Loads 500 MB in a process of its own: nothing else is in its memory.
    @Test(arguments: ["download", "stream"])
    func aLargeBodyIsNeverHeldInMemory(mode: String) async throws {
        try await withTemporaryFolder { folder in
            let arguments = mode == "download" ? [folder.appending(path: "much").path] : []
            let result = try await run(products.appending(path: "LoadMuch").path, [mode] + arguments)
            try #require(result.status == 0, "\(result.errorOutput)")
            let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
            try #require(numbers.count == 2)
            #expect(numbers[0] == 500_000_000)
            #expect(numbers[1] < 64 * 1_024, "the peak rose by \(numbers[1]) KiB")
        }
    }
}
