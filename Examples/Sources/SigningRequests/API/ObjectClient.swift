import EndpointResilience
import Foundation

/// The controller whose requests are signed.
struct ObjectClient {
    /// The keys in the documentation of AWS.
    static let keys = AWSKeys(
        accessKeyID: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")

    let api: EndpointController<EndpointDefaultServerError>

    /// Creates a client that signs requests to a server and, after a redirect, to its mirror; by default without one.
    init(server: ObjectServer, mirror: ObjectServer? = nil) throws {
        let trusted = try mirror?.url.absoluteString
        let clock = ServerClock()
        let signer = AWSSigner(service: .s3(region: "eu-central-1"), keys: { Self.keys }, now: { await clock.now })
        let signing = RequestSigner(
            // The URL of the mirror ends with the slash after its port.
            trusts: { url in trusted.map { url.absoluteString.hasPrefix($0) } ?? false },
            sign: signer.sign)
        // Shorter pauses than by default, so that the program ends soon.
        let rules = RetryRules(backoff: RetryBackoff(base: .milliseconds(50), longest: .milliseconds(50)))
        api = EndpointController(baseURL: try server.url, middleware: [RequestRetrier(rules), clock, signing])
    }
}
