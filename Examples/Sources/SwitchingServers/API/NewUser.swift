/// What a user is created from, to which the server adds the rest.
struct NewUser: Codable {
    let name: String
    let team: String
}
