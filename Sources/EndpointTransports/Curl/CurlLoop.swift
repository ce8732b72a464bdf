#if os(Linux)
import CCurl
import Dispatch
import EndpointSupport
import Foundation

/// A thread that carries out the requests of a transport.
///
/// `@unchecked Sendable`: apart from `commands`, all state belongs to the thread, and any thread may wake the loop.
final class CurlLoop: @unchecked Sendable {
    enum Command {
        case start(CurlExchange)
        case cancel(CurlExchange)
        case resume(CurlExchange, CurlExchange.Direction)
        /// Ends the thread once all requests have ended.
        case stop
    }

    /// The queue on which readers are woken and progress is reported, because both may run code of the app.
    static let calling = DispatchQueue(label: "Endpoint.CurlLoop.calling")

    let loop: OpaquePointer
    /// The commands that the thread has not handled; nil after its end.
    private let commands = Locked<[Command]?>([])
    private var exchanges: [OpaquePointer: CurlExchange] = [:]
    private var isStopping = false

    /// Creates a loop and its thread; nil if the process has too many open files.
    init?(connectionsPerHost: Int) {
        guard let loop = ccurl_loop_new(connectionsPerHost) else { return nil }
        self.loop = loop
        let thread = Thread { self.run() }
        thread.name = "Endpoint.CurlLoop"
        thread.stackSize = 1_048_576
        thread.start()
    }

    func add(_ command: Command) {
        commands.withLock { commands in
            commands?.append(command)
            // With the lock, because the loop is freed with the commands.
            if commands?.count == 1 { ccurl_loop_wake(loop) }
        }
    }

    // MARK: On the thread

    private func run() {
        var signals = sigset_t()
        sigfillset(&signals)
        // A fault of this thread itself must still end the process.
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP] { sigdelset(&signals, fault) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        ccurl_loop_enter()
        while true {
            finishTransfers()
            let commands = self.commands.withLock { commands in
                defer { commands = [] }
                return commands ?? []
            }
            for command in commands { handle(command) }
            finishTransfers()
            if isStopping, exchanges.isEmpty { break }
            ccurl_loop_turn(loop)
        }
        commands.withLock { $0 = nil }
        ccurl_loop_free(loop)
        ccurl_loop_leave()
    }

    private func handle(_ command: Command) {
        switch command {
        case .start(let exchange): begin(exchange)
        case .cancel(let exchange): abort(exchange)
        case .resume(let exchange, let direction):
            guard let transfer = exchange.transfer else { return }
            // A transfer that fails here does not tell about its end.
            let result = exchange.resume(direction)
            if result != CCURLE_OK { finish(exchange, transfer, result) }
        case .stop: isStopping = true
        }
    }

    private func begin(_ exchange: CurlExchange) {
        guard let transfer = exchange.begin() else { return }
        exchanges[transfer] = exchange
        guard !ccurl_loop_add(loop, transfer) else { return }
        finish(exchange, transfer, CCURLE_OUT_OF_MEMORY)
    }

    private func abort(_ exchange: CurlExchange) {
        exchange.isAbandoned = true
        if let transfer = exchange.transfer, ccurl_abandon(transfer) { remove(exchange, transfer) }
    }

    private func finishTransfers() {
        var result: Int32 = 0
        while let transfer = ccurl_loop_next(loop, &result) {
            if let exchange = exchanges[transfer] { finish(exchange, transfer, Int(result)) }
        }
    }

    private func finish(_ exchange: CurlExchange, _ transfer: OpaquePointer, _ result: Int) {
        let end = exchange.end(of: result)
        remove(exchange, transfer)
        switch end {
        case .whole: exchange.channel.finish()
        case .failed(let error): exchange.channel.finish(throwing: error)
        case .repeated: begin(exchange)
        }
    }

    private func remove(_ exchange: CurlExchange, _ transfer: OpaquePointer) {
        exchanges[transfer] = nil
        ccurl_loop_remove(loop, transfer)
        exchange.release()
    }
}
#endif
