import Console
import EndpointObservability
import Foundation

/// The steps of the demo, which ends with the first failure.
struct Walkthrough {
    let servers: [Server]

    /// The controller for all calls; its base URL chooses the server.
    let controller = EndpointController<UsersError>(
        middleware: [BearerToken(AccessToken.value), DebugPrinter(output: Transcript.exchange)]
    )

    func run() async throws {
        try await step("List all users", list)
        try await step("Show one user", show)
        try await step("Create a user, with a JSON body", create)
        try await step("Search, with a query", search)
        try await step("List all users page by page", pages)
        try await step("Ask for a user who does not exist", askForNobody)
        try await step("Refuse an id that would lead to another path", refuse)
        try await step("Download a file", download)
        Terminal.print("\nBoth servers answered as expected.", .bold)
    }

    /// Runs a step with each server in turn; only the controller knows the server.
    private func step(_ title: String, _ body: (_ expected: Answers) async throws -> Void) async throws {
        Transcript.title(title)
        for server in servers {
            try await StepFailure.naming("\(title) (\(server.name))") {
                controller.baseURL = try server.url
                try Transcript.server(server)
                try await body(server.answers)
            }
        }
    }
}
