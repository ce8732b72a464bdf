/// The values that a user is created from; the server adds the rest.
struct NewUser: Codable {
    let name: String
    let team: String
}
