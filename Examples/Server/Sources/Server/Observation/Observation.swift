import InMemoryTracing
import Logging
import Tracing

/// Where log lines and spans go: for this program to its output, for a real one to a collector.
enum Observation {
    static let tracer = InMemoryTracer(recordInjections: false, recordExtractions: false)

    /// To be called once, before the first line is logged.
    static func start() {
        InstrumentationSystem.bootstrap(tracer)
        // By the trace it is told which lines belong together, those of another service included.
        let trace = Logger.MetadataProvider {
            (ServiceContext.current?.inMemorySpanContext?.traceID).map { ["trace": "\($0)"] } ?? [:]
        }
        LoggingSystem.bootstrap(StreamLogHandler.standardOutput, metadataProvider: trace)
    }
}
