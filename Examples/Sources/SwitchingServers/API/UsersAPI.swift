import Endpoint
import Foundation

/// The whole API: one case for each endpoint, one property for each part of a request.
enum UsersAPI {
    case list
    case user(id: String)
    case create(NewUser)
    case search(team: String, sort: Sort)
}

extension UsersAPI: BaseURLEndpointType, MethodProviderType {
    var method: HTTPMethod {
        switch self {
        case .list, .user, .search: .get
        case .create: .post
        }
    }
}

extension UsersAPI: RelativeURLStringProviderType {
    var relativeURLString: String {
        switch self {
        case .list, .create, .search: "users"
        // As a segment, an id cannot reach another path, whatever it holds.
        case .user(let id): "users/\(segment: id)"
        }
    }
}

extension UsersAPI: QueryItemsProviderType {
    var queryItems: [URLQueryItem] {
        switch self {
        case .list, .user, .create: []
        case .search(let team, let sort): .items(["team": team, "sort": sort])
        }
    }
}

extension UsersAPI: HeaderFieldsProviderType {
    var headerFields: [String: String] {
        ["Accept": "application/json", "Authorization": "Bearer \(AccessToken.value)"]
    }
}

extension UsersAPI: BodyProviderType {
    var body: HTTPBody? {
        switch self {
        case .list, .user, .search: nil
        case .create(let user): .json(user)
        }
    }
}
