import EndpointController
import Foundation

/// An endpoint whose parts a check sets, with the body of the response as its payload.
struct Probe: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, HeaderFieldsProviderType,
    BodyProviderType, PayloadProviderType, Sendable
{
    typealias Payload = Data

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
        self.method = method
        self.relativeURLString = relativeURLString
        self.headerFields = headerFields
        self.body = body
    }
}
