import EndpointPaging
import EndpointTesting
import Foundation
import Testing

@testable import GitHub

/// Tests of the contents of the cassette, as the program reads them.
@Suite struct CassetteTests {
    private let replay: ReplayTransport
    private let controller: EndpointController<GitHubError>
    private let repository = RepositoryName(owner: "octocat", name: "Hello-World")

    init() throws {
        replay = try ReplayTransport(Cassette.file, order: .matching, hiding: Cassette.secrets)
        controller = try .gitHub(transport: replay, token: nil)
    }

    @Test func replaysTheTourFromTheCassette() async throws {
        let replay = try ReplayTransport(Cassette.file, hiding: Cassette.secrets)
        try await Tour(transport: replay).run()
        try replay.verify()
    }

    @Test func replaysTheTourWithAToken() async throws {
        let replay = try ReplayTransport(Cassette.file, hiding: Cassette.secrets)
        try await Tour(transport: replay, token: "s3cret").run()
        try replay.verify()
    }

    @Test func recordsACassetteThatReplaysAndHidesTheToken() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "github-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let github = try ReplayTransport(Cassette.file, hiding: Cassette.secrets)
        let recording = RecordingTransport(github, to: file, hiding: Cassette.secrets)
        try await Tour(transport: recording, token: "s3cret-t0ken").run()
        try recording.save()

        let replay = try ReplayTransport(file, hiding: Cassette.secrets)
        try await Tour(transport: replay).run()
        try replay.verify()
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("Bearer ***") && !text.contains("s3cret"))
        // The "key" of a license looks like a credential, and stays as it is.
        #expect(text.contains(#""key": "mit""#))
    }

    @Test func decodesARepository() async throws {
        let found = try await controller.load(GitHubAPI.repository(repository).parsed(as: Repository.self))
        #expect(found.fullName == "octocat/Hello-World")
        #expect(found.license == Repository.License(name: "MIT License"))
        #expect(found.openIssuesCount == 4)
    }

    @Test func followsLinksToThePagesOfIssues() async throws {
        var pages: [[GitHub.Issue]] = []
        for try await page in controller.pages(of: GitHubAPI.issues(repository, .open).parsed(as: [GitHub.Issue].self))
        {
            pages.append(page)
        }
        #expect(pages.map { $0.map(\.number) } == [[14, 13, 11], [9]])
        #expect(pages.joined().filter { $0.pullRequest != nil }.map(\.number) == [13, 9])
        #expect(pages.first?.first?.createdAt == Date(timeIntervalSince1970: 1_739_268_167))
    }

    @Test func decodesPullRequestsReleasesAndSearchResults() async throws {
        let endpoint = GitHubAPI.pullRequests(repository, .open, count: 3)
        let pullRequests = try await controller.load(endpoint.parsed(as: [PullRequest].self))
        #expect(pullRequests.map(\.head.label) == ["hubot:name", "monalisa:languages"])

        let releases = GitHubAPI.releases(RepositoryName(owner: "cli", name: "cli"), count: 3)
        #expect(
            try await controller.load(releases.parsed(as: [Release].self)).map(\.prerelease) == [false, false, true])

        let search = GitHubAPI.search("user:octocat", .stars, count: 3)
        let results = try await controller.load(search.parsed(as: SearchResults<Repository>.self))
        #expect(results.totalCount == 8)
        #expect(results.items.last?.description == nil)
    }
}
