// modes: 6
// A closure that Apple declares `@Sendable`, given what cannot be sent.
import Foundation

final class Counter {
    var count = 0
}

func count(_ counter: Counter, on queue: OperationQueue) {
    queue.addOperation { counter.count += 1 }  // expect: non-Sendable type 'Counter'
}
