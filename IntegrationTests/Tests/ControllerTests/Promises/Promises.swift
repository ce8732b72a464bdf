import EndpointController
import Foundation
import EndpointTesting
import Testing

/// What the controller promises on every platform and over every transport, each against a server that misbehaves in
/// just that way.
///
/// One test after another, because some of them watch the clock.
@Suite(.serialized) enum Promises {}

/// A transport that must keep the promises.
struct TransportCase: CustomTestStringConvertible, Sendable {
    static let all = [TransportCase(testDescription: "URLSession", transport: URLSessionTransport.shared)]

    var testDescription: String
    var transport: any EndpointTransport

    /// A controller for a server on loopback.
    func controller(
        for server: ScriptedServer,
        middleware: [any EndpointMiddleware] = [],
        rules: EndpointRules = EndpointRules(timeout: .seconds(20))
    ) -> Controller {
        Controller(baseURL: server.url(), transport: transport, middleware: middleware, rules: rules)
    }
}

/// An endpoint that is all that a test says, with the bytes of the response as its payload.
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

/// Something that happens on a server, for a test to wait for.
struct Signal: Sendable {
    private let channel = AsyncStream<Void>.makeStream()

    func send() {
        channel.continuation.yield()
    }

    func wait() async {
        for await _ in channel.stream { return }
    }
}

/// Which case an error is.
enum FailureKind: String, CaseIterable, Sendable {
    case invalidRequest, cancelled, serverUnreachable, serverNotResponding, timedOut, unacceptableStatus
    case unacceptableContentType, unacceptableResponse, responseTooLarge, truncatedResponse, parsing
}

extension EndpointError {
    var kind: FailureKind {
        switch self {
        case .invalidRequest: .invalidRequest
        case .cancelled: .cancelled
        case .serverUnreachable: .serverUnreachable
        case .serverNotResponding: .serverNotResponding
        case .timedOut: .timedOut
        case .unacceptableStatus: .unacceptableStatus
        case .unacceptableContentType: .unacceptableContentType
        case .unacceptableResponse: .unacceptableResponse
        case .responseTooLarge: .responseTooLarge
        case .truncatedResponse: .truncatedResponse
        case .parsing: .parsing
        }
    }
}
