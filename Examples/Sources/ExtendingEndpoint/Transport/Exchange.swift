import EndpointController
import Foundation

/// One request and its response, on a thread that may block.
///
/// `@unchecked Sendable`: all mutable state is accessed with `lock` held.
final class Exchange: @unchecked Sendable {
    let writer: RequestWriter
    let channel: EndpointResponseChannel
    let pool: ConnectionPool
    private let lock = NSLock()
    private var connection: Connection?
    private var isCancelled = false

    init(_ writer: RequestWriter, _ channel: EndpointResponseChannel, _ pool: ConnectionPool) {
        (self.writer, self.channel, self.pool) = (writer, channel, pool)
    }

    /// Wakes the thread, which then gives up the connection.
    func cancel() {
        lock.withLock {
            isCancelled = true
            connection?.interrupt()
        }
    }

    func run() {
        do throws(EndpointTransportError) {
            if let idle = pool.take(for: writer.origin), try isAnswered(over: idle, isReused: true) { return }
            let new: Connection
            do { new = try Connection(to: writer.origin) } catch { throw .unreachable(error) }
            _ = try isAnswered(over: new, isReused: false)
        } catch {
            channel.finish(throwing: error)
        }
    }

    /// Sets the connection that ``cancel()`` interrupts; returns `false` if the exchange is already cancelled.
    func use(_ connection: Connection?) -> Bool {
        lock.withLock {
            self.connection = connection
            return !isCancelled
        }
    }
}
