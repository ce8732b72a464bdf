// Endpoints of a module that knows nothing of the providers that the tests add to them.
public import Endpoint
public import Foundation

public struct ForeignEndpoint: BaseURLEndpointType, MethodProviderType {
    public var method: HTTPMethod

    public init(method: HTTPMethod = .post) {
        self.method = method
    }
}

package struct PackageEndpoint: BaseURLEndpointType, MethodProviderType {
    package var method: HTTPMethod { .post }

    package init() {}
}

public struct ForeignURLEndpoint: EndpointType, MethodProviderType, URLProviderType {
    public var method: HTTPMethod { .post }
    public var url: URL? { URL(string: "https://example.com/foreign") }

    public init() {}
}

open class ForeignClassEndpoint: BaseURLEndpointType, MethodProviderType, HeaderFieldsProviderType {
    open var method: HTTPMethod { .post }
    open var headerFields: [String: String] { ["From": "superclass"] }

    public init() {}
}
