#if AsyncHTTPClient
import AsyncHTTPClient

/// Abandons an exchange when nobody can read it any more, and keeps until then what it needs.
final class ResponseReader: Sendable {
    let exchange: HTTPExchange
    private let loop: EventLoopBalance.Lease
    /// The connection of the response belongs to its client.
    private let transport: AsyncHTTPClientTransport

    init(_ exchange: HTTPExchange, _ loop: EventLoopBalance.Lease, _ transport: AsyncHTTPClientTransport) {
        self.exchange = exchange
        self.loop = loop
        self.transport = transport
    }

    deinit {
        exchange.abandon()
        loop.giveBack()
    }
}
#endif
