/// An event on a server that a check can wait for.
struct Signal: Sendable {
    private let channel = AsyncStream<Void>.makeStream()

    func send() {
        channel.continuation.yield()
    }

    func wait() async {
        for await _ in channel.stream { return }
    }
}
