/// The sign-ins of users, one after the other: a file that takes a moment to load.
enum SignIns {
    private static let count = 80_000

    static func csv(of users: [User]) -> String {
        (0..<count).reduce(into: "number,user\n") { text, index in
            text += "\(index + 1),\(users[index % users.count].id)\n"
        }
    }
}
