#if Logging
import EndpointController
import InMemoryLogging
import Logging

/// A logger that keeps its lines.
struct Log {
    let handler: InMemoryLogHandler
    let logger: Logger

    init(_ level: Logger.Level) {
        let handler = InMemoryLogHandler()
        self.handler = handler
        var logger = Logger(label: "test") { _ in handler }
        logger.logLevel = level
        self.logger = logger
    }

    var lines: [InMemoryLogHandler.Entry] { handler.entries }

    var messages: [String] { lines.map { "\($0.level): \($0.message)" } }

    /// Messages and metadata, as a handler may write them.
    var texts: [String] { lines.map { "\($0.level) \($0.message) \($0.metadata) \(String(describing: $0.error))" } }
}

extension InMemoryLogHandler.Entry {
    subscript(_ key: String) -> String? { metadata[key].map { "\($0)" } }
}
#endif
