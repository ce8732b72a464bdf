import EndpointTesting
import Testing
import TestingYourAPI

/// Tests of the program with stubbed answers.
@Suite struct StubTests {
    private let stub = StubTransport()

    @Test func listsOnlyBooksThatAreNotLent() async throws {
        let books = [Book(id: 1, title: "Flatland"), Book(id: 2, title: "Emma", isLent: true)]
        try stub.on(ListBooks(subject: "maths"), baseURL: BooksServer.production.url, answer: .jsonEncoded(books))

        let library = try Library(token: "s3cret", transport: stub)
        #expect(try await library.titles(subject: "maths") == ["Flatland"])
        try stub.verify()
    }

    @Test func sendsTheReaderAndTheWeeksOfALoan() async throws {
        stub.on(
            RequestMatcher(method: .post),
            answer: .jsonEncoded(Book(id: 1, title: "Flatland", isLent: true), status: 201))

        let library = try Library(token: "s3cret", transport: stub)
        #expect(try await library.borrow(1, reader: "Ada") == .lent(Book(id: 1, title: "Flatland", isLent: true)))

        let request = try #require(stub.calls.first)
        try request.expectURL("https://books.example.com/v1/books/1/loans")
        try request.expectHeaderField("Authorization", "Bearer s3cret")
        try request.expectJSON(text: #"{"reader": "Ada", "weeks": 4}"#)
    }

    @Test func returnsTheReasonOfARefusedLoan() async throws {
        stub.on(.any, answer: .json(text: #"{"reason": "Grace has it."}"#, status: 409))
        let library = try Library(token: "s3cret", transport: stub)
        #expect(try await library.borrow(2, reader: "Ada") == .refused("Grace has it."))
    }

    @Test(arguments: [StubAnswer.unreachable, .notResponding, .timedOut])
    func reportsALoanWithoutAnAnswerAsPending(fault: StubAnswer) async throws {
        stub.on(.any, answer: fault)
        let library = try Library(token: "s3cret", transport: stub)
        #expect(try await library.borrow(2, reader: "Ada") == .pending)
    }

    @Test func throwsForATruncatedList() async throws {
        stub.on(.any, answer: .json([Book(id: 1, title: "Flatland")]).truncated(after: 20))
        let library = try Library(token: "s3cret", transport: stub)
        let error = await #expect(throws: EndpointError<BooksError>.self) {
            try await library.titles(subject: "maths")
        }
        #expect(error?.kind == .truncatedResponse)
    }
}
