import FlyingFox
import FlyingSocks
import Foundation

/// A request as it arrived.
struct Arrival: Sendable {
    var method: String
    var target: String
    /// Values by names in lower case.
    var fields: [String: String]
    var body: Data
}

extension Arrival {
    fileprivate init(_ request: HTTPRequest) async throws {
        method = request.method.rawValue
        target = request.target.rawValue
        fields = Dictionary(
            request.headers.map { ($0.key.rawValue.lowercased(), $0.value) },
            uniquingKeysWith: { "\($0), \($1)" }
        )
        body = try await request.bodyData
    }
}

private actor Arrivals {
    private var arrivals: [Arrival] = []

    func append(_ arrival: Arrival) {
        arrivals.append(arrival)
    }

    func takeAll() -> [Arrival] {
        defer { arrivals = [] }
        return arrivals
    }
}

/// A server on loopback that keeps each request and answers it with 200.
struct RecordingServer {
    private let server: HTTPServer
    private let running: Task<Void, any Error>
    private let arrivals: Arrivals

    /// The port that the system assigned.
    let port: UInt16

    init() async throws {
        let arrivals = Arrivals()
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
        // A route for any path handles only the methods that it lists.
        let methods = CurlCase.methodNames.map { HTTPMethod(rawValue: $0) }
        await server.appendRoute(HTTPRoute(methods: methods, path: "*")) { request in
            await arrivals.append(try await Arrival(request))
            return HTTPResponse(statusCode: .ok, body: Data("noted".utf8))
        }
        running = Task { try await server.run() }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, port: let port) = await server.listeningAddress else {
            throw CocoaError(.featureUnsupported)
        }
        self.server = server
        self.arrivals = arrivals
        self.port = port
    }

    /// The requests that have arrived since the last call.
    func takeArrivals() async -> [Arrival] {
        await arrivals.takeAll()
    }

    func stop() async {
        await server.stop()
        running.cancel()
    }
}

/// Passes a server to the closure and stops it afterwards.
func withServer(_ body: (RecordingServer) async throws -> Void) async throws {
    let server = try await RecordingServer()
    do {
        try await body(server)
    } catch {
        await server.stop()
        throw error
    }
    await server.stop()
}
