import EndpointAsyncHTTPClient
import EndpointObservability
import Hummingbird
import Logging

/// The service: it asks the warehouse before it answers its customers.
struct Shop {
    let port = Port()
    let warehousePort: Port

    /// The controller for all requests to the warehouse.
    private let warehouse = EndpointController<ServiceError>(
        transport: AsyncHTTPClientTransport.shared,
        // The tracer comes first, so that the log lines are within its span and name its trace.
        middleware: [RequestTracer(), RequestLogger(Logger(label: "shop.client"))],
        // Shorter than the customer's timeout of 60 seconds, so that the customer still gets an answer.
        rules: EndpointRules(timeout: .seconds(10))
    )

    init(warehousePort: Port) {
        self.warehousePort = warehousePort
    }

    func application() -> some ApplicationProtocol {
        var application = Application(
            router: router(),
            configuration: .loopback,
            onServerRunning: port.settle,
            logger: Logger(label: "shop")
        )
        application.beforeServerStarts { warehouse.baseURL = try await warehousePort.url() }
        return application
    }

    private func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: TracingMiddleware())
        router.add(middleware: LogRequestsMiddleware(.info))
        router.get("products/:name") { _, context in
            try await product(context.parameters.require("name"))
        }
        return router
    }

    private func product(_ name: String) async throws(HTTPError) -> Product {
        do {
            let stock = try await warehouse.load(GetStock(product: name))
            return Product(name: name, isAvailable: stock.count > 0)
        } catch {
            throw HTTPError(error)
        }
    }
}
