import Foundation

/// An issue, or a pull request, which is an issue with changes.
struct Issue: Decodable, Equatable {
    struct PullRequestLink: Decodable, Equatable {
        let url: String
    }

    let number: Int
    let title: String
    let state: IssueState
    let user: Account?
    let comments: Int
    let createdAt: Date
    /// Nil unless the issue is a pull request.
    let pullRequest: PullRequestLink?
}
