import EndpointTesting
import Foundation
import Testing
import TestingYourAPI

/// Tests of the program with recorded answers of the server.
@Suite struct ReplayTests {
    /// Lists books and borrows a book.
    private func visit(_ library: Library) async throws -> (titles: [String], loan: Library.Loan) {
        let titles = try await library.titles(subject: "maths")
        return (titles, try await library.borrow(2, reader: "Ada"))
    }

    @Test func replaysARecordedVisit() async throws {
        let file = try #require(Bundle.module.url(forResource: "lending", withExtension: "json"))
        let replay = try ReplayTransport(file)
        let (titles, loan) = try await visit(Library(token: "another-token", transport: replay))
        #expect(titles == ["Flatland"])
        #expect(loan == .refused("Grace has it."))
        try replay.verify()
    }

    private static let recordedToken = ProcessInfo.processInfo.environment["BOOKS_TOKEN"]

    /// Records a new cassette from the server: `BOOKS_TOKEN=… swift test --filter recordAVisit`.
    @Test(.enabled(if: recordedToken != nil)) func recordAVisit() async throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "Resources/lending.json")
        let recording = RecordingTransport(SystemTransport.shared, to: file)
        _ = try await visit(Library(token: Self.recordedToken ?? "", transport: recording))
        try recording.save()
    }
}
