/// Something that happens on a server, for a check to wait for.
struct Signal: Sendable {
    private let channel = AsyncStream<Void>.makeStream()

    func send() {
        channel.continuation.yield()
    }

    func wait() async {
        for await _ in channel.stream { return }
    }
}
