import Foundation
import InMemoryTracing
import Logging
import ServiceLifecycle
import UnixSignals

/// Runs the two services and a customer, and shuts everything down when the customer is done.
@main
enum Program {
    static func main() async {
        Observation.start()
        do {
            try await run()
            print("\nSpans by trace\n\(SpanTree(spans: Observation.tracer.finishedSpans).text)")
        } catch {
            FileHandle.standardError.write(Data("\nServer failed: \(error.localizedDescription)\n".utf8))
            exit(EXIT_FAILURE)
        }
    }

    private static func run() async throws {
        let warehouse = Warehouse()
        let shop = Shop(warehousePort: warehouse.port)
        let configuration = ServiceGroupConfiguration(
            services: [
                .init(service: warehouse.application()),
                .init(service: shop.application()),
                .init(
                    service: Customer(shop: shop.port),
                    successTerminationBehavior: .gracefullyShutdownGroup,
                    failureTerminationBehavior: .gracefullyShutdownGroup
                ),
            ],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: Logger(label: "services")
        )
        try await ServiceGroup(configuration: configuration).run()
    }
}
