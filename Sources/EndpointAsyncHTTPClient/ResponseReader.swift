#if AsyncHTTPClient
import AsyncHTTPClient

/// Abandons an exchange when nobody can read it any more, and keeps the transport until then.
final class ResponseReader: Sendable {
    let exchange: HTTPExchange
    private let transport: AsyncHTTPClientTransport

    init(_ exchange: HTTPExchange, _ task: HTTPClient.Task<Void>, _ transport: AsyncHTTPClientTransport) {
        self.exchange = exchange
        self.transport = transport
        exchange.start(task)
    }

    deinit {
        exchange.abandon()
    }
}
#endif
