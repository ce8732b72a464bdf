import Console
import EndpointPaging

/// A list in pages, each of which is requested when the loop reaches it.
extension Walkthrough {
    func pages(_ expected: Answers) async throws {
        var pages: [[User]] = []
        for try await page in controller.pages(of: UsersAPI.list.parsed(as: [User].self)) {
            Transcript.users(page)
            pages.append(page)
        }
        try WrongAnswer.unless(pages, is: expected.pages)
    }
}
