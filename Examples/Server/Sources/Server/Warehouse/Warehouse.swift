import Hummingbird
import Logging

/// The upstream service, which another team would run: it knows the stock of each product.
struct Warehouse {
    let port = Port()

    func application() -> some ApplicationProtocol {
        let router = Router()
        router.add(middleware: TracingMiddleware())
        router.get("stock/:product") { _, context in
            switch try context.parameters.require("product") {
            case "tea": return Stock(count: 12)
            case "coffee": throw HTTPError(.serviceUnavailable, message: "The coffee is being counted.")
            default: throw HTTPError(.notFound, message: "There is no such product.")
            }
        }
        return Application(
            router: router,
            configuration: .loopback,
            onServerRunning: port.settle,
            logger: Logger(label: "warehouse")
        )
    }
}
