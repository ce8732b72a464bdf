import EndpointController
import Foundation

/// The endpoints that read and replace files on a server.
enum FilesAPI {
    case contents(of: String)
    case replace(String, with: URL)
}

extension FilesAPI: APIEndpointType {
    var method: HTTPMethod {
        switch self {
        case .contents: .get
        case .replace: .put
        }
    }

    var relativeURLString: String {
        switch self {
        case .contents(let name), .replace(let name, _): "files/\(segment: name)"
        }
    }

    /// A file is read while it is sent, and is never in memory as a whole.
    var body: HTTPBody? {
        switch self {
        case .contents: nil
        case .replace(_, let file): .file(file, contentType: "text/plain")
        }
    }
}
