import EndpointPaging
import Foundation

/// The whole API: one case for each endpoint, one property for each part of a request.
enum UsersAPI {
    case list
    case user(id: String)
    case create(NewUser)
    case search(team: String, sort: Sort)
    case signIns
}

extension UsersAPI: APIEndpointType {
    var method: HTTPMethod {
        switch self {
        case .list, .user, .search, .signIns: .get
        case .create: .post
        }
    }

    var relativeURLString: String {
        switch self {
        case .list, .create, .search: "users"
        // The id is a segment, so no id can lead to another path.
        case .user(let id): "users/\(segment: id)"
        case .signIns: "sign-ins"
        }
    }

    var queryItems: [URLQueryItem] {
        switch self {
        case .list, .user, .create, .signIns: []
        case .search(let team, let sort): .items(["team": team, "sort": sort])
        }
    }

    var headerFields: [String: String] {
        switch self {
        case .list, .user, .create, .search: ["Accept": "application/json"]
        case .signIns: ["Accept": "text/csv"]
        }
    }

    var body: HTTPBody? {
        switch self {
        case .list, .user, .search, .signIns: nil
        case .create(let user): .jsonEncoded(user)
        }
    }
}

extension UsersAPI: PagingProviderType {
    /// Two users per page, so that even a short list has several pages.
    var paging: EndpointPaging { .numbered(perPage: 2) }
}
