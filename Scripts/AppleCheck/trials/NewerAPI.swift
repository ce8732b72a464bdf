// modes: 6
// An API that is newer than the deployment targets.

func first(of stream: AsyncStream<Int>) async -> Int? {
    var iterator = stream.makeAsyncIterator()
    return await iterator.next(isolation: nil)  // expect: is only available in
}
