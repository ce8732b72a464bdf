import Console
import EndpointCache
import EndpointResilience
import Foundation

/// The steps of the program.
struct Tour {
    private let client: ShopClient
    private let store: ShopStore
    private let table = Table()

    init(server: ShopServer, store: ShopStore) throws {
        client = try ShopClient(server: server, token: AccessToken("access-1", refreshToken: "refresh-1"))
        self.store = store
    }

    func run() async throws {
        table.printHead()
        try await throttle()
        try await expire()
        try await readAgain()
        try await validate()
        try await order()
        try await endSession()
    }

    /// The shop asks for a pause of one second, with `Retry-After`.
    private func throttle() async throws {
        await store.fail(with: [503, 500])
        try await step("The shop is overloaded", calls: 1) {
            let book = try await client.api.load(ShopAPI.book(0).parsed(as: Book.self))
            try WrongAnswer.unless(book.title, is: "Volume 0")
        }
    }

    private func expire() async throws {
        await store.expireToken()
        let tally = try await step("The token has expired", calls: 20) { try await readBooks() }
        try WrongAnswer.unless(tally.renewals, is: 1)
    }

    private func readAgain() async throws {
        let tally = try await step("The same books again", calls: 20) { try await readBooks() }
        try WrongAnswer.unless(tally, is: Tally())
    }

    private func validate() async throws {
        let tally = try await step("The stock, three times", calls: 3) {
            for _ in 0..<3 {
                try WrongAnswer.unless(try await client.api.load(ShopAPI.stock.parsed(as: Int.self)), is: 3)
            }
        }
        try WrongAnswer.unless(tally, is: Tally(requests: 3, unchanged: 2))
    }

    /// The shop carries out the order, but its response says that the order failed.
    private func order() async throws {
        await store.fail(with: [500])
        try await step("An order whose response got lost", calls: 1) {
            let placed = try await client.api.load(ShopAPI.order(Order(book: 7)).parsed(as: Order.self))
            try WrongAnswer.unless(placed, is: Order(book: 7, number: 1))
        }
        try await WrongAnswer.unless(store.orders.count, is: 1)
    }

    /// A thief uses the first refresh token, which the shop has since replaced, so the shop ends the session.
    private func endSession() async throws {
        _ = await store.renew(with: "refresh-1")
        _ = await store.takeTally()
        try await step("A refresh token was stolen", calls: 1) {
            let error = await failure()
            try WrongAnswer.unless(error?.response?.statusCode, is: 401)
        }
        try WrongAnswer.unless(client.token.value, is: nil)
        client.cache.removeAll()
        Terminal.print("\nThe session has ended: log in again.", .yellow)
    }

    private func readBooks() async throws {
        try await withThrowingTaskGroup { group in
            for id in 1...20 {
                group.addTask {
                    let book = try await client.api.load(ShopAPI.book(id).parsed(as: Book.self))
                    try WrongAnswer.unless(book.id, is: id)
                }
            }
            try await group.waitForAll()
        }
    }

    private func failure() async -> EndpointError<ProblemDetails>? {
        do {
            try await client.api.load(ShopAPI.book(99).parsed(by: .none))
            return nil
        } catch {
            return error
        }
    }

    /// Runs a step, and prints the counts of the requests that the shop received meanwhile.
    @discardableResult
    private func step(_ title: String, calls: Int, _ body: () async throws -> Void) async throws -> Tally {
        try await StepFailure.naming(title, body)
        let tally = await store.takeTally()
        table.print(title, calls: calls, tally)
        return tally
    }
}
