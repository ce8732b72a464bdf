import EndpointTesting
import Foundation
import Testing

@testable import GitHub

/// Tests of the requests of the API and of its errors.
@Suite struct GitHubAPITests {
    private static let repository = RepositoryName(owner: "octocat", name: "Hello-World")
    private let stub = StubTransport()

    @Test(arguments: [
        (GitHubAPI.repository(repository), "repos/octocat/Hello-World"),
        (.issues(repository, .all), "repos/octocat/Hello-World/issues?state=all"),
        (.pullRequests(repository, .closed, count: 5), "repos/octocat/Hello-World/pulls?state=closed&per_page=5"),
        (.releases(repository, count: 1), "repos/octocat/Hello-World/releases?per_page=1"),
        (.latestRelease(repository), "repos/octocat/Hello-World/releases/latest"),
        (.search("a+b & c", .updated, count: 2), "search/repositories?q=a%2Bb%20%26%20c&sort=updated&per_page=2"),
        (.repository(RepositoryName(owner: "a/b", name: "c?d")), "repos/a%2Fb/c%3Fd"),
    ])
    func buildsTheRequestOfEachCase(endpoint: GitHubAPI, url: String) throws {
        let request = try endpoint.request(baseURL: GitHubServer.production)
        try request.expectMethod(.get)
        try request.expectURL("https://api.github.com/\(url)")
        try request.expectHeaderField("Accept", "application/vnd.github+json")
        try request.expectHeaderField("X-GitHub-Api-Version", "2022-11-28")
    }

    @Test(arguments: [(nil, nil), ("s3cret", "Bearer s3cret")])
    func sendsTheTokenAndTheUserAgent(token: String?, authorization: String?) async throws {
        stub.on(.any, answer: .json(text: "[]"))
        let controller = try EndpointController.gitHub(transport: stub, token: token)
        _ = try await controller.load(GitHubAPI.releases(Self.repository, count: 1).parsed(as: [Release].self))
        let request = try #require(stub.calls.first)
        try request.expectHeaderField("Authorization", authorization)
        try request.expectHeaderField("User-Agent", "Endpoint-Example")
    }

    @Test func throwsTheErrorMessageOfGitHub() async throws {
        let body = #"{"message": "API rate limit exceeded", "documentation_url": "https://docs.github.com/rest"}"#
        stub.on(.any, answer: .json(text: body, status: 403))
        let controller = try EndpointController.gitHub(transport: stub, token: nil)
        let error = try await #require(throws: EndpointError<GitHubError>.self) {
            try await controller.load(GitHubAPI.repository(Self.repository).parsed(as: Repository.self))
        }
        #expect(error.serverError?.message == "API rate limit exceeded")
        #expect(error.serverError?.documentationUrl == "https://docs.github.com/rest")
        #expect("\(error)".contains("API rate limit exceeded"))
    }

    @Test func failsTheTourAfterAServerError() async throws {
        stub.on(RequestMatcher(path: "/repos/octocat/Hello-World"), answer: .status(503))
        let error = await #expect(throws: (any Error).self) { try await Tour(transport: stub).run() }
        #expect(error?.localizedDescription.hasPrefix("A repository: The server responded with ") == true)
        #expect(stub.calls.count == 1)
    }
}
