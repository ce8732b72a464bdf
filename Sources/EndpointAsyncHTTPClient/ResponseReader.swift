#if AsyncHTTPClient
import EndpointController

/// Abandons an exchange when nobody can read it any more, ends it when its time is over, and keeps until then what it
/// needs.
final class ResponseReader: Sendable {
    let exchange: HTTPExchange
    /// The client has deadlines too, but to set and cancel one costs a change of threads each.
    private let alarm: Alarms.ID?
    private let loop: EventLoopBalance.Lease
    /// The connection of the response belongs to its client.
    private let transport: AsyncHTTPClientTransport

    init(
        _ exchange: HTTPExchange,
        until deadline: ContinuousClock.Instant?,
        _ loop: EventLoopBalance.Lease,
        _ transport: AsyncHTTPClientTransport
    ) {
        self.exchange = exchange
        alarm = deadline.map { Alarms.shared.set(at: .after($0 - .now)) { exchange.expire() } }
        self.loop = loop
        self.transport = transport
    }

    deinit {
        if let alarm { Alarms.shared.cancel(alarm) }
        exchange.abandon()
        loop.giveBack()
    }
}
#endif
