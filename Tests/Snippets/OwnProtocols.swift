// modes: 6
// Protocols of an app that use names of other libraries for parts of their own: no warning, and nothing is ambiguous.
import EndpointController
import Foundation

protocol HubEndpoint: APIEndpointType {
    var path: String { get }
    var query: [String: String] { get }
}

extension HubEndpoint {
    var relativeURLString: String { "repos/\(path)" }
    var queryItems: [URLQueryItem] { query.map { URLQueryItem(name: $0, value: $1) } }
}

struct GetRepository {}

extension GetRepository: HubEndpoint {
    var path: String { "swift" }
    var query: [String: String] { [:] }
}

func show(_ endpoint: any HubEndpoint) { print("\(endpoint.path)", endpoint.query.count) }

func show<Endpoint: HubEndpoint>(of endpoint: Endpoint) { print("\(endpoint.path)", endpoint.query.count) }
