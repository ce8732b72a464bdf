/// The users on the staging server.
enum StagingUsers {
    static let tess = User(id: "tess", name: "Tess Tester", team: "Sales", email: "tess@staging.example.com")
    static let ada = User(id: "ada", name: "Ada Testing", team: "R&D", email: "ada@staging.example.com")

    /// The user that the program creates on the server.
    static let margaret = User(
        id: "margaret",
        name: "Margaret Hamilton",
        team: "R&D",
        email: "margaret@staging.example.com"
    )
}
