/// The users of one server, in memory.
actor UserStore {
    private let mailDomain: String
    private var users: [User]
    let signIns: String

    init(_ directory: Directory) {
        mailDomain = directory.mailDomain
        signIns = directory.signIns
        users = directory.users
    }

    func user(id: String) -> User? {
        users.first { $0.id == id }
    }

    /// Returns the users of a team, or of all teams if the team is nil, by default in the order in which they were
    /// added.
    func users(team: String?, sort: Sort?) -> [User] {
        let found = users.filter { team == nil || $0.team == team }
        return switch sort {
        case .id: found.sorted { $0.id < $1.id }
        case .name: found.sorted { $0.name < $1.name }
        case nil: found
        }
    }

    func add(_ new: NewUser) -> User {
        let id = new.name.prefix { $0 != " " }.lowercased()
        let user = User(id: id, name: new.name, team: new.team, email: "\(id)@\(mailDomain)")
        users.append(user)
        return user
    }
}
