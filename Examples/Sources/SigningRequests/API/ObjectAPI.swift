import EndpointController

/// The endpoints of a server that keeps objects.
enum ObjectAPI {
    case get(String)
    case put(String, HTTPBody)
}

extension ObjectAPI: APIEndpointType {
    var method: HTTPMethod {
        switch self {
        case .get: .get
        case .put: .put
        }
    }

    var relativeURLString: String {
        switch self {
        case .get(let name), .put(let name, _): "notes/\(segment: name)"
        }
    }

    var body: HTTPBody? {
        switch self {
        case .get: nil
        case .put(_, let body): body
        }
    }
}
