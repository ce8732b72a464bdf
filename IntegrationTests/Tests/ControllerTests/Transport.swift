import EndpointController
import Testing

/// A transport that must keep the promises.
struct Transport: CustomTestStringConvertible, Sendable {
    static let all = [Transport("URLSession", URLSessionTransport.shared)]

    var testDescription: String
    var transport: any EndpointTransport

    init(_ description: String, _ transport: any EndpointTransport) {
        testDescription = description
        self.transport = transport
    }
}
