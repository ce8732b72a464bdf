import Foundation

/// The idle connections.
///
/// `@unchecked Sendable`: all mutable state is accessed with `lock` held.
final class ConnectionPool: @unchecked Sendable {
    private static let limit = 6

    private let lock = NSLock()
    private var idle: [Origin: [Connection]] = [:]

    /// Removes and returns a connection that the server has not closed, as far as the system knows.
    func take(for origin: Origin) -> Connection? {
        lock.withLock {
            while let connection = idle[origin]?.popLast() {
                if connection.isIdle { return connection }
            }
            return nil
        }
    }

    func keep(_ connection: Connection, for origin: Origin) {
        lock.withLock {
            if idle[origin, default: []].count < Self.limit { idle[origin, default: []].append(connection) }
        }
    }
}
