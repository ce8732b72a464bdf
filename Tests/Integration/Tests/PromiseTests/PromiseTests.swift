import EndpointCompliance
import EndpointController
import Foundation
import Testing
import Transports

/// The promises that a controller keeps over each transport, against servers that misbehave.
///
/// The tests run one after another, because some of them measure time or memory.
@Suite(.serialized, .timeLimit(.minutes(2))) enum PromiseTests {
    static let transports = CheckedTransport.all + CheckedTransport.compared
}

typealias Controller = EndpointController<EndpointDefaultServerError>
typealias LoadError = EndpointError<EndpointDefaultServerError>

extension CheckedTransport {
    func controller(
        for server: ScriptedServer,
        middleware: [any EndpointMiddleware] = [],
        rules: EndpointRules = EndpointRules(timeout: .seconds(20))
    ) -> Controller {
        Controller(baseURL: server.url(), transport: transport, middleware: middleware, rules: rules)
    }
}

/// An endpoint whose parts a test sets, with the body of the response as its payload.
struct Probe {
    var method = HTTPMethod.get
    var relativeURLString = ""
    var headerFields: [String: String] = [:]
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

extension Probe: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, HeaderFieldsProviderType,
    BodyProviderType, PayloadProviderType, Sendable
{
    typealias Payload = Data
}

/// An event that a test can wait for, such as the arrival of a request.
struct Signal: Sendable {
    private let channel = AsyncStream<Void>.makeStream()

    func send() {
        channel.continuation.yield()
    }

    func wait() async {
        for await _ in channel.stream { return }
    }
}

/// Expects a call to fail with a kind of error, and returns the error.
@discardableResult
func expectFailure(
    _ kind: EndpointErrorKind,
    _ subject: String = "the call",
    at location: SourceLocation = #_sourceLocation,
    of call: () async throws -> some Any
) async -> LoadError? {
    do {
        let value = try await call()
        Issue.record("\(subject): expected .\(kind), found \(value)", sourceLocation: location)
        return nil
    } catch {
        #expect((error as? LoadError)?.kind == kind, "\(subject): \(error)", sourceLocation: location)
        return error as? LoadError
    }
}

/// Expects a closure to return true if it multiplies all its durations by 1, 4 or 16: on a busy machine, short durations
/// are over before the code under test has run.
func expectInTime(
    at location: SourceLocation = #_sourceLocation,
    _ isInTime: (_ factor: Int) async throws -> Bool
) async throws {
    for factor in [1, 4] { if (try? await isInTime(factor)) == true { return } }
    let isAsExpected = try await isInTime(16)
    #expect(isAsExpected, sourceLocation: location)
}

/// Expects a call to time out, not early, and no later than 100 ms in the best of five attempts.
///
/// On a busy machine, a plain sleep of the same length is late too, so a call may be later by twice its lateness.
func expectTimeout(
    after timeout: Duration,
    _ subject: String = "the call",
    at location: SourceLocation = #_sourceLocation,
    of call: () async throws -> some Any
) async {
    var late = Duration.zero
    for _ in 0..<5 {
        let start = ContinuousClock.now
        async let control = {
            try? await Task.sleep(until: start + timeout, tolerance: .zero)
            return ContinuousClock.now - start - timeout
        }()
        await expectFailure(.timedOut, subject, at: location, of: call)
        late = ContinuousClock.now - start - timeout
        #expect(late >= .zero, "\(subject) ends early", sourceLocation: location)
        if await late < .milliseconds(100) + control * 2 { return }
    }
    Issue.record("\(subject) ends \(late) late", sourceLocation: location)
}
