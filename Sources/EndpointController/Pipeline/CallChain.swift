import Endpoint
import Foundation

/// A chain that ends in a transport.
///
/// `@unchecked Sendable`: see `MiddlewareChain`.
final class CallChain: MiddlewareChain, @unchecked Sendable {
    /// The call with its request; `call` has only the facts.
    private let wholeCall: Call
    private let transport: any EndpointTransport

    init(
        _ call: Call,
        _ transport: any EndpointTransport,
        _ context: EndpointTransportContext,
        _ middleware: [any EndpointMiddleware],
        _ postpone: @escaping @Sendable (Duration) -> Void
    ) {
        wholeCall = call
        self.transport = transport
        super.init(middleware, call.facts, context, postpone: postpone)
    }

    override func send(_ request: URLRequest) async throws -> EndpointStreamedResponse {
        try await wholeCall.send(request, over: transport, context, self)
    }
}
