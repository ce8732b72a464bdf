import InMemoryTracing
import Logging
import Tracing

/// The destination of log lines and spans: the output of this program, or a collector in production.
enum Observation {
    static let tracer = InMemoryTracer(recordInjections: false, recordExtractions: false)

    /// Starts logging and tracing; call this once, before the first line is logged.
    static func start() {
        InstrumentationSystem.bootstrap(tracer)
        // The trace shows which lines belong together, even across services.
        let trace = Logger.MetadataProvider {
            (ServiceContext.current?.inMemorySpanContext?.traceID).map { ["trace": "\($0)"] } ?? [:]
        }
        LoggingSystem.bootstrap(StreamLogHandler.standardOutput, metadataProvider: trace)
    }
}
