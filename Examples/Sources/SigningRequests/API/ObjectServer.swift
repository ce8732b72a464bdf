import EndpointController
import Foundation

/// A server of objects, on this machine.
struct ObjectServer: ServerType {
    let port: UInt16

    var url: URL {
        get throws {
            let string = "http://127.0.0.1:\(port)/"
            guard let url = URL(string: string) else { throw EndpointRequestError.invalidURL(string) }
            return url
        }
    }
}
