import Foundation

struct MappingParser<Base: StreamParser, Element: Sendable>: StreamParser {
    var base: Base
    /// A closure that maps an element with a number, which is 1 for the first element; nil skips the element.
    let transform: @Sendable (Base.Element, _ number: Int) throws -> Element?
    var number = 0

    var isAtEnd: Bool { base.isAtEnd }

    mutating func append(_ bytes: Data?) {
        base.append(bytes)
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
        _ transform: @escaping @Sendable (Element, _ number: Int) throws -> Other?
    ) -> any StreamParser<Other> {
        MappingParser(base: self, transform: transform)
    }
}
