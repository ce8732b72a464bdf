import Console
import EndpointController

/// A list that comes in pages, each of which is asked for when the loop comes to it.
extension Walkthrough {
    func pages(_ expected: Answers) async throws {
        var pages: [[User]] = []
        for try await page in controller.pages(of: UsersAPI.list, as: [User].self) {
            Transcript.users(page)
            pages.append(page)
        }
        try WrongAnswer.unless(pages, is: expected.pages)
    }
}
