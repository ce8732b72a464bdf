/// A pull request, with its two branches.
struct PullRequest: Decodable, Equatable {
    struct Branch: Decodable, Equatable {
        /// The owner and the name of the branch.
        let label: String
    }

    let number: Int
    let title: String
    let head: Branch
    let base: Branch
}
