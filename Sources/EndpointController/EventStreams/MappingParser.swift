import Foundation

enum MappedElement<Element: Sendable>: Sendable {
    case element(Element)
    case nothing
    /// The end of the stream; the rest of the body is ignored.
    case end
}

struct MappingParser<Base: StreamParser, Element: Sendable>: StreamParser {
    /// - Parameter number: The number of the element. The first is 1.
    typealias Transform = @Sendable (_ element: Base.Element, _ number: Int) throws -> MappedElement<Element>

    private var base: Base
    private let marker: String?
    private let transform: Transform
    private var number = 0
    private var hasEnded = false

    init(_ base: Base, until marker: String?, _ transform: @escaping Transform) {
        self.base = base
        self.marker = marker
        self.transform = transform
    }

    var isAtEnd: Bool { hasEnded || base.isAtEnd }

    mutating func append(_ bytes: Data) {
        base.append(bytes)
    }

    mutating func finish() {
        base.finish()
    }

    mutating func next() throws -> Element? {
        while !hasEnded, let element = try base.next() {
            number += 1
            switch try transform(element, number) {
            case .element(let element): return element
            case .nothing: continue
            case .end: hasEnded = true
            }
        }
        if let marker, !hasEnded, base.isAtEnd { throw EndpointPayloadError.missingEndMarker(marker) }
        return nil
    }
}

extension StreamParser {
    /// Returns a parser that maps the elements.
    ///
    /// If there is a marker, the parser throws an error when the body ends before `transform` has returned `.end`.
    func map<Other: Sendable>(
        until marker: String? = nil,
        _ transform: @escaping MappingParser<Self, Other>.Transform
    ) -> any StreamParser<Other> {
        MappingParser(self, until: marker, transform)
    }
}
