/// A repository.
///
/// The API sends many members; a payload declares only those that the program needs.
struct Repository: Decodable, Equatable {
    struct License: Decodable, Equatable {
        let name: String
    }

    let fullName: String
    let description: String?
    let stargazersCount: Int
    let forksCount: Int
    let openIssuesCount: Int
    let license: License?
}
