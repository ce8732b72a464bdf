import Console
import EndpointTesting

/// The library in situations that a test makes up.
enum Showcase {
    /// A stub answers in place of the server.
    static func answer() async throws {
        let stub = StubTransport()
        let books = [Book(id: 1, title: "Flatland"), Book(id: 2, title: "Emma", isLent: true)]
        try stub.on(ListBooks(subject: "maths"), baseURL: BooksServer.production.url, answer: .jsonEncoded(books))
        let titles = try await library(stub).titles(subject: "maths")
        Terminal.print("→ can be borrowed: \(titles.joined(separator: ", "))", .green)
        try WrongAnswer.unless(titles, is: ["Flatland"])
    }

    static func refusal() async throws {
        let stub = StubTransport()
        stub.on(.any, answer: .json(text: #"{"reason": "Grace has it."}"#, status: 409))
        try await borrow(stub, .refused("Grace has it."))
    }

    static func fault() async throws {
        let stub = StubTransport()
        stub.on(.any, answer: .timedOut)
        try await borrow(stub, .pending)
    }

    /// In a test, the error that is caught here would be reported as the failure.
    static func wrongRequest() async throws {
        let stub = StubTransport()
        stub.on(.any, answer: .jsonEncoded(Book(id: 2, title: "Emma", isLent: true)))
        _ = try await library(stub).borrow(2, reader: "Ada")
        do {
            for request in stub.calls { try request.expectJSON(["reader": "Grace", "weeks": 4]) }
        } catch let error as RequestMismatch {
            Terminal.print("→ \(error)", .yellow)
            try WrongAnswer.unless(error.part, is: "body at $.reader")
            return
        }
        throw MissingFailure()
    }

    static func unexpectedRequest() async throws {
        let stub = StubTransport()
        stub.on(RequestMatcher(method: .get), answer: .json([]))
        do {
            _ = try await library(stub).borrow(2, reader: "Ada")
        } catch EndpointError<BooksError>.invalidRequest(_, let error as StubError) {
            Terminal.print("→ \(error)", .yellow)
            return
        }
        throw MissingFailure()
    }

    private static func library(_ stub: StubTransport) throws -> Library {
        try Library(token: "s3cret", transport: stub)
    }

    private static func borrow(_ stub: StubTransport, _ expected: Library.Loan) async throws {
        let loan = try await library(stub).borrow(2, reader: "Ada")
        Terminal.print("→ \(loan)", .green)
        try WrongAnswer.unless(loan, is: expected)
    }
}
