import EndpointTesting
import Testing
import TestingYourAPI

/// Tests of endpoints alone: the requests that they make, and the responses that they parse.
@Suite struct EndpointTests {
    @Test func requestsASubjectWithSpecialCharacters() throws {
        let request = try ListBooks(subject: "R&D + maths").request(baseURL: BooksServer.production)
        try request.expectMethod(.get)
        try request.expectPath("/v1/books")
        try request.expectQueryItems(.items(["subject": "R&D + maths", "sort": "title"]))
        try request.expectNoBody()
    }

    @Test func parsesAListOfBooks() throws {
        let response = try EndpointResponse.fixture(body: .resource("books.json", in: .module))
        #expect(try ListBooks(subject: "maths").parse(response).map(\.id) == [1, 2])
    }
}
