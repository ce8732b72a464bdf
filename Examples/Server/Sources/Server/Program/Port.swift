import Foundation
import NIOCore

/// The port of a server, which the system picks when the server starts.
struct Port: Sendable {
    private let ports: AsyncStream<Int>
    private let continuation: AsyncStream<Int>.Continuation

    init() {
        (ports, continuation) = AsyncStream.makeStream()
    }

    /// Takes the port of a server that has begun to listen.
    @Sendable func settle(_ channel: any Channel) {
        if let port = channel.localAddress?.port { continuation.yield(port) }
        continuation.finish()
    }

    /// Waits until the server listens.
    ///
    /// - Returns: The URL of the server, for the first caller only.
    func url() async throws -> URL {
        for await port in ports {
            if let url = URL(string: "http://127.0.0.1:\(port)/") { return url }
        }
        throw CancellationError()
    }
}
