import EndpointResilience
import Loopback
import Testing

@testable import Resilience

/// Tests of the program's client against the server of the program.
@Suite struct ResilienceTests {
    @Test func runsTheTourWithoutAnError() async throws {
        let store = ShopStore()
        try await LoopbackServer(ShopHandler(store: store)).run { port in
            try await Tour(server: ShopServer(port: port), store: store).run()
        }
    }

    @Test func doesNotRetryAnOrderWithoutAnIdempotencyKey() async throws {
        let store = ShopStore()
        await store.fail(with: [500])
        try await LoopbackServer(ShopHandler(store: store)).run { port in
            let api = EndpointController<ProblemDetails>(
                baseURL: try ShopServer(port: port).url, middleware: [RequestRetrier(), BearerToken("access-1")])
            let order = ShopAPI.order(Order(book: 7))
            let error = await #expect(throws: EndpointError<ProblemDetails>.self) {
                try await api.load(order.parsed(as: Order.self))
            }
            #expect(error?.response?.statusCode == 500)
            #expect(await store.orders.count == 1)
            #expect(await store.tally.requests == 1)
        }
    }

    @Test func endsTheSessionWhenARefreshTokenIsUsedTwice() async {
        let store = ShopStore()
        #expect(await store.renew(with: "refresh-1"))
        #expect(await store.accepts("Bearer access-2"))
        #expect(await !store.renew(with: "refresh-1"))
        #expect(await !store.accepts("Bearer access-2"))
        #expect(await !store.renew(with: "refresh-2"))
    }
}
