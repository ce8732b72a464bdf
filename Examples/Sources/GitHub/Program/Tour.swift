import Console
import EndpointPaging

/// The steps of the program.
struct Tour {
    private static let repository = RepositoryName(owner: "octocat", name: "Hello-World")

    private let controller: EndpointController<GitHubError>

    init(transport: any EndpointTransport, token: String? = nil) throws {
        controller = try .gitHub(transport: transport, token: token)
    }

    func run() async throws {
        try await Example.step("A repository", showRepository)
        try await Example.step("Its issues, page by page", listIssues)
        try await Example.step("Its pull requests", listPullRequests)
        try await Example.step("The releases of cli/cli", listReleases)
        try await Example.step("A search", search)
        try await Example.step("A release that does not exist", askForNothing)
    }

    private func showRepository() async throws {
        let repository = try await controller.load(GitHubAPI.repository(Self.repository).parsed(as: Repository.self))
        try WrongAnswer.unless(repository.fullName, is: "\(Self.repository.owner)/\(Self.repository.name)")
        Transcript.show(repository)
    }

    /// A page is requested when the loop reaches it, so two pages are two requests.
    private func listIssues() async throws {
        var pages = 0
        for try await issues in controller.pages(of: GitHubAPI.issues(Self.repository, .open).parsed(as: [Issue].self))
        {
            issues.forEach(Transcript.show)
            try WrongAnswer.unless(issues.map(\.state), is: issues.map { _ in .open })
            pages += 1
            if pages == 2 { break }
        }
        try WrongAnswer.unless(pages, is: 2)
    }

    private func listPullRequests() async throws {
        let endpoint = GitHubAPI.pullRequests(Self.repository, .open, count: 3)
        try await controller.load(endpoint.parsed(as: [PullRequest].self)).forEach(Transcript.show)
    }

    private func listReleases() async throws {
        let endpoint = GitHubAPI.releases(RepositoryName(owner: "cli", name: "cli"), count: 3)
        try await controller.load(endpoint.parsed(as: [Release].self)).forEach(Transcript.show)
    }

    private func search() async throws {
        let endpoint = GitHubAPI.search("user:octocat", .stars, count: 3)
        let results = try await controller.load(endpoint.parsed(as: SearchResults<Repository>.self))
        Transcript.show(results)
        try WrongAnswer.unless(results.items.isEmpty, is: false)
    }

    /// The error contains GitHub's message.
    ///
    /// The `do` ends with a general `catch`, because without one the Swift 6.3 compiler may crash.
    private func askForNothing() async throws {
        do {
            _ = try await controller.load(GitHubAPI.latestRelease(Self.repository).parsed(as: Release.self))
        } catch .unacceptableStatus(let response, let error) {
            Transcript.show(response.statusCode, error)
            try WrongAnswer.unless(response.statusCode, is: 404)
            try WrongAnswer.unless(error?.message, is: "Not Found")
            return
        } catch {
            throw error
        }
        throw MissingFailure()
    }
}
