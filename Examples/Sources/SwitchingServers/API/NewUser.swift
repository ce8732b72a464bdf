/// The values from which a user is created; the server adds the rest.
struct NewUser: Codable {
    let name: String
    let team: String
}
