import EndpointController
import Foundation

/// The server of the API: Giphy, or a server on this machine.
enum GiphyServer: ServerType {
    case live
    case loopback(port: UInt16)

    var url: URL {
        get throws {
            let string =
                switch self {
                case .live: "https://api.giphy.com/v1/"
                case .loopback(let port): "http://127.0.0.1:\(port)/v1/"
                }
            guard let url = URL(string: string) else { throw EndpointRequestError.invalidURL(string) }
            return url
        }
    }
}
