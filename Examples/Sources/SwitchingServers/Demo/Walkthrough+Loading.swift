import Console
import EndpointController

/// Endpoints, loaded as the types of their payloads.
extension Walkthrough {
    func list(_ expected: Answers) async throws {
        let users = try await controller.load(UsersAPI.list.parsed(as: [User].self))
        Transcript.users(users)
        try WrongAnswer.unless(users, is: expected.all)
    }

    func show(_ expected: Answers) async throws {
        let user = try await controller.load(UsersAPI.user(id: "ada").parsed(as: User.self))
        Transcript.users([user])
        try WrongAnswer.unless(user, is: expected.ada)
    }

    func create(_ expected: Answers) async throws {
        let margaret = NewUser(name: "Margaret Hamilton", team: "R&D")
        let user = try await controller.load(UsersAPI.create(margaret).parsed(as: User.self))
        Transcript.users([user])
        try WrongAnswer.unless(user, is: expected.margaret)
    }

    func search(_ expected: Answers) async throws {
        let users = try await controller.load(UsersAPI.search(team: "R&D", sort: .name).parsed(as: [User].self))
        Transcript.users(users)
        try WrongAnswer.unless(users, is: expected.researchers)
    }
}
