public import EndpointController

/// The part of a program that uses the API, and that the tests check.
public struct Library: Sendable {
    /// The outcome of an attempt to borrow a book.
    public enum Loan: Equatable, Sendable {
        case lent(Book)
        case refused(String)
        /// Unknown, because there was no answer: the book may still have been lent.
        case pending
    }

    private let controller: EndpointController<BooksError>

    /// Creates a library that sends a reader's token; a test passes another transport.
    public init(
        token: String,
        transport: any EndpointTransport = SystemTransport.shared
    ) throws {
        controller = EndpointController(
            baseURL: try BooksServer.production.url,
            transport: transport,
            middleware: [BearerToken(token)]
        )
    }

    /// Returns the titles of the books that can be borrowed.
    public func titles(subject: String) async throws -> [String] {
        try await controller.load(ListBooks(subject: subject)).filter { !$0.isLent }.map(\.title)
    }

    /// Borrows a book.
    public func borrow(_ id: Int, reader: String) async throws -> Loan {
        do {
            return .lent(try await controller.load(LendBook(id: id, reader: reader)))
        } catch .unacceptableStatus(let response, let error) where response.statusCode == 409 {
            return .refused(error?.reason ?? "")
        } catch .serverUnreachable, .serverNotResponding, .timedOut {
            return .pending
        } catch {
            throw error
        }
    }
}
