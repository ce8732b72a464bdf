import EndpointTransports
import Foundation

/// A request whose parts a check sets.
struct Probe: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, HeaderFieldsProviderType,
    BodyProviderType, Sendable
{
    var method: HTTPMethod
    var relativeURLString: String
    var headerFields: [String: String]
    var body: HTTPBody?

    init(
        _ method: HTTPMethod = .get,
        _ relativeURLString: String = "",
        headerFields: [String: String] = [:],
        body: HTTPBody? = nil
    ) {
        (self.method, self.relativeURLString) = (method, relativeURLString)
        (self.headerFields, self.body) = (headerFields, body)
    }
}
