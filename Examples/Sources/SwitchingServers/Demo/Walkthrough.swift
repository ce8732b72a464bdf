import Endpoint
import Foundation

/// The steps of the demo, of which the first that goes wrong ends it.
struct Walkthrough {
    let staging: Server
    let production: Server

    func run() async throws {
        for server in [staging, production] { try Transcript.server(server) }
        let margaret = NewUser(name: "Margaret Hamilton", team: "R&D")

        try await send("List all users", .list, expecting: 200) { $0.all }
        try await send("Show one user", .user(id: "ada"), expecting: 200) { $0.ada }
        try await send("Create a user, with a JSON body", .create(margaret), expecting: 201) { $0.margaret }
        try await send("Search, with a query", .search(team: "R&D", sort: .name), expecting: 200) { $0.researchers }
        try await refuse("Refuse an id that would lead to another path", .user(id: ".."))

        Terminal.print("\nBoth servers answered as expected.", .bold)
    }

    /// Sends an endpoint to one server and then to the other, and checks what each of them answers.
    private func send<Answer: Codable & Equatable>(
        _ title: String,
        _ endpoint: UsersAPI,
        expecting statusCode: Int,
        _ answer: (Answers) -> Answer
    ) async throws {
        Transcript.title(title)
        for server in [staging, production] {
            try await StepFailure.naming("\(title) (\(server.name))") {
                let request = try endpoint.request(baseURL: server)
                Transcript.request(request, to: server)
                let reply = try await URLSession.shared.reply(to: request)
                Transcript.reply(reply)
                try reply.check(statusCode: statusCode, answer: answer(server.answers))
            }
        }
    }

    /// Shows that an endpoint throws, rather than make a request for something else than was meant.
    private func refuse(_ title: String, _ endpoint: UsersAPI) async throws {
        Transcript.title(title)
        try await StepFailure.naming(title) {
            do {
                throw UnexpectedRequest(request: try endpoint.request(baseURL: staging))
            } catch {
                guard case EndpointRequestError.unsafePathSegment = error else { throw error }
                Transcript.refusal(of: endpoint, error)
            }
        }
    }
}
