import Foundation

struct MappingParser<Base: StreamParser, Element: Sendable>: StreamParser {
    /// - Parameter number: The number of the element. The first is 1.
    /// - Returns: The new element, or nil to skip the element.
    typealias Transform = @Sendable (_ element: Base.Element, _ number: Int) throws -> Element?

    private var base: Base
    private let transform: Transform
    private var number = 0

    init(_ base: Base, _ transform: @escaping Transform) {
        self.base = base
        self.transform = transform
    }

    var isAtEnd: Bool { base.isAtEnd }

    mutating func append(_ bytes: Data) {
        base.append(bytes)
    }

    mutating func finish() {
        base.finish()
    }

    mutating func next() throws -> Element? {
        while let element = try base.next() {
            number += 1
            if let element = try transform(element, number) { return element }
        }
        return nil
    }
}

extension StreamParser {
    /// Returns a parser that maps the elements.
    func map<Other: Sendable>(
        _ transform: @escaping MappingParser<Self, Other>.Transform
    ) -> any StreamParser<Other> {
        MappingParser(self, transform)
    }
}
