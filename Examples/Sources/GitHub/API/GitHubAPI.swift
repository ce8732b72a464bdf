import EndpointPaging
import Foundation

/// The part of the REST API of GitHub that this program reads: one case for each endpoint.
enum GitHubAPI {
    case repository(RepositoryName)
    case issues(RepositoryName, IssueState)
    case pullRequests(RepositoryName, IssueState, count: Int)
    case releases(RepositoryName, count: Int)
    case latestRelease(RepositoryName)
    case search(String, SearchOrder, count: Int)
}

extension GitHubAPI: APIEndpointType {
    var relativeURLString: String {
        switch self {
        case .repository(let name): name.path
        case .issues(let name, _): "\(name.path)/issues"
        case .pullRequests(let name, _, _): "\(name.path)/pulls"
        case .releases(let name, _): "\(name.path)/releases"
        case .latestRelease(let name): "\(name.path)/releases/latest"
        case .search: "search/repositories"
        }
    }

    var queryItems: [URLQueryItem] {
        switch self {
        case .repository, .latestRelease: []
        case .issues(_, let state): .items(["state": state])
        case .pullRequests(_, let state, let count): .items(["state": state, "per_page": count])
        case .releases(_, let count): .items(["per_page": count])
        case .search(let text, let order, let count): .items(["q": text, "sort": order, "per_page": count])
        }
    }

    var headerFields: [String: String] {
        ["Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"]
    }
}

extension GitHubAPI: PagingProviderType {
    /// The `Link` header field of each page has the URL of the next page.
    var paging: EndpointPaging { .link(perPage: 3) }
}
