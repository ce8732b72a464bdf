/// The data of a server when it starts.
struct Directory {
    /// The domain of the addresses that the server gives to new users.
    let mailDomain: String
    let users: [User]
    var signIns: String { SignIns.csv(of: users) }

    static let staging = Directory(
        mailDomain: "staging.example.com",
        users: [StagingUsers.tess, StagingUsers.ada]
    )

    static let production = Directory(
        mailDomain: "example.com",
        users: [ProductionUsers.joan, ProductionUsers.grace, ProductionUsers.ada]
    )
}
