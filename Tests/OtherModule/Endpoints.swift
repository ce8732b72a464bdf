// Endpoints of a module that does not know the conformances to providers that the tests add.
public import Endpoint
public import Foundation

public struct ForeignEndpoint: BaseURLEndpointType, MethodProviderType {
    public var method: HTTPMethod

    public init(method: HTTPMethod = .post) {
        self.method = method
    }
}

/// A type without conformances.
public struct ForeignThing {
    public init() {}
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

/// A type that conforms to `APIEndpointType` in an extension.
public struct ElsewhereAPIEndpoint {
    let id: Int

    public init(id: Int) {
        self.id = id
    }
}

extension ElsewhereAPIEndpoint: APIEndpointType {
    public var method: HTTPMethod { .put }
    public var relativeURLString: String { "things/\(segment: id)" }
    public var headerFields: [String: String] { ["X-A": "b"] }
    public var queryItems: [URLQueryItem] { .items(["q": 1]) }
    public var body: HTTPBody? { .text("x", contentType: "text/plain") }
}
