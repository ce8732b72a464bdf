/// An event that a check can wait for, such as the arrival of a request.
struct Signal: Sendable {
    private let channel = AsyncStream<Void>.makeStream()

    func send() {
        channel.continuation.yield()
    }

    func wait() async {
        for await _ in channel.stream { return }
    }
}
