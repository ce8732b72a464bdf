import EndpointController
import Foundation

/// The servers of the API.
///
/// If the addresses are known beforehand, use raw values and leave out `url`: `enum Server: String, ServerType { case
/// staging = "https://staging.example.com/api/" }`. The servers of this demo take a free port.
enum Server: ServerType {
    case staging(port: UInt16)
    case production(port: UInt16)

    /// The base URL.
    ///
    /// The slash at the end matters: an endpoint's relative URL replaces everything after the last slash.
    var url: URL {
        get throws {
            let string = "http://127.0.0.1:\(port)/api/"
            guard let url = URL(string: string) else { throw EndpointRequestError.invalidURL(string) }
            return url
        }
    }

    private var port: UInt16 {
        switch self {
        case .staging(let port), .production(let port): port
        }
    }
}
