/// A user or an organization.
struct Account: Decodable, Equatable {
    let login: String
}
