import EndpointSupport
import Foundation
import Testing

@testable import EndpointTransports

@Suite("LinkedTable", .timeLimit(.minutes(1)))
struct LinkedTableTests {
    /// A key that counts how often a table looks at it.
    private struct Key: Hashable {
        let number: Int
        let steps: Locked<Int>

        static func == (lhs: Key, rhs: Key) -> Bool {
            lhs.steps.withLock { $0 += 1 }
            return lhs.number == rhs.number
        }

        func hash(into hasher: inout Hasher) {
            steps.withLock { $0 += 1 }
            hasher.combine(number)
        }
    }

    @Test("Takes as many steps for each of 4,000 values as for each of 400, in the order of their arrival")
    func steps() {
        var stepsForEach: [Double] = []
        for count in [400, 4_000] {
            let (table, steps) = (LinkedTable<Key, Int>(), Locked(0))
            for number in 0..<count { table.append(number, for: Key(number: number, steps: steps)) }
            // Every fourth value leaves early, the last ones first.
            for number in stride(from: count - 1, to: 0, by: -4) { table.remove(Key(number: number, steps: steps)) }
            var taken: [Int] = []
            while let first = table.first { taken += [table.remove(first)].compactMap(\.self) }
            #expect(taken == (0..<count).filter { $0 % 4 != 3 })
            #expect(table.count == 0)
            stepsForEach.append(Double(steps.withLock(\.self)) / Double(count))
        }
        #expect(stepsForEach[1] < 2 * stepsForEach[0], "\(stepsForEach)")
    }

    @Test("Keeps a value in its place when it is replaced, and adds a value last that was removed")
    func order() {
        let table = LinkedTable<Int, String>()
        for number in 1...3 { table.append("\(number)", for: number) }
        table[1] = "one"
        table[4] = "four"
        #expect(table[1] == "one" && table[4] == nil && table.count == 3)
        for number in [3, 1] { table.append(table.remove(number) ?? "", for: number) }
        var order: [String?] = []
        while let first = table.first { order.append(table.remove(first)) }
        #expect(order == ["2", "3", "one"])
        table.append("5", for: 5)
        #expect(table.first == 5)
    }
}
