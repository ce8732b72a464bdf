/// A repository.
///
/// Of the many members that the API sends, a payload declares those that the program wants.
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
