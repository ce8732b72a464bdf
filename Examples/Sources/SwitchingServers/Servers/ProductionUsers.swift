/// The users on the production server.
enum ProductionUsers {
    static let joan = User(id: "joan", name: "Joan Clarke", team: "Security", email: "joan@example.com")
    static let grace = User(id: "grace", name: "Grace Hopper", team: "R&D", email: "grace@example.com")
    static let ada = User(id: "ada", name: "Ada Lovelace", team: "R&D", email: "ada@example.com")

    /// The user that the program creates on the server.
    static let margaret = User(id: "margaret", name: "Margaret Hamilton", team: "R&D", email: "margaret@example.com")
}
