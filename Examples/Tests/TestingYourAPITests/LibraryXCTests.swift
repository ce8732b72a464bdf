import EndpointTesting
import TestingYourAPI
import XCTest

/// Tests of the library in XCTest.
///
/// A failed expectation throws, so that a test needs only `try`.
final class LibraryXCTests: XCTestCase {
    func testBorrowsOnTheSecondAttemptAfterAFault() async throws {
        let stub = StubTransport()
        let book = Book(id: 1, title: "Flatland", isLent: true)
        stub.on(RequestMatcher(method: .post, path: "/v1/books/1/loans"), answer: .unreachable, .jsonEncoded(book))

        let library = try Library(token: "s3cret", transport: stub)
        let first = try await library.borrow(1, reader: "Ada")
        let second = try await library.borrow(1, reader: "Ada")
        XCTAssertEqual(first, .pending)
        XCTAssertEqual(second, .lent(book))

        XCTAssertEqual(stub.calls.count, 2)
        for request in stub.calls { try request.expectJSON(["reader": "Ada", "weeks": 4]) }
        try stub.verify()
    }

    func testReportsADifferentReaderInTheBody() throws {
        let request = try LendBook(id: 1, reader: "Eve").request(baseURL: BooksServer.production)
        XCTAssertThrowsError(try request.expectJSON(["reader": "Ada", "weeks": 4])) { error in
            XCTAssertTrue("\(error)".contains(#"body at $.reader differs: expected "Ada", found "Eve""#), "\(error)")
        }
    }
}
