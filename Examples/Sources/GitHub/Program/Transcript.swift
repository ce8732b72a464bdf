import Console
import EndpointController
import Foundation

/// The output of the program.
enum Transcript {
    static func show(_ repository: Repository) {
        print(
            "\(repository.fullName): \(repository.description ?? "no description")",
            "\(repository.stargazersCount) stars, \(repository.forksCount) forks, "
                + "\(repository.openIssuesCount) open issues, \(repository.license?.name ?? "no license")"
        )
    }

    static func show(_ issue: Issue) {
        let kind = issue.pullRequest == nil ? "issue" : "pull request"
        print(
            "#\(issue.number) \(issue.title)",
            "\(kind) by \(issue.user?.login ?? "nobody"), \(day(issue.createdAt)), comments: \(issue.comments)"
        )
    }

    static func show(_ pullRequest: PullRequest) {
        print("#\(pullRequest.number) \(pullRequest.title)", "\(pullRequest.head.label) into \(pullRequest.base.label)")
    }

    static func show(_ release: Release) {
        let day = release.publishedAt.map(day) ?? "draft"
        print("\(release.name ?? release.tagName), \(day)\(release.prerelease ? ", prerelease" : "")")
    }

    static func show(_ results: SearchResults<Repository>) {
        print("found: \(results.totalCount), of which these are the first")
        results.items.forEach(show)
    }

    static func show(_ statusCode: Int, _ error: GitHubError?) {
        print(
            "\(statusCode): \(error?.message ?? "GitHub does not say why.")",
            "see \(error?.documentationUrl ?? "nowhere")",
            style: .yellow
        )
    }

    private static func day(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day())
    }

    private static func print(_ lines: String..., style: Terminal.Style = .green) {
        Terminal.print("→ " + lines.joined(separator: "\n  "), style)
    }
}
