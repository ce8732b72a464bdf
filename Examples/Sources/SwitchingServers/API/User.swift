/// A user, as the API sends one.
struct User: Codable, Equatable {
    let id: String
    let name: String
    let team: String
    let email: String
}
