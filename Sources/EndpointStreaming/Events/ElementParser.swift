import EndpointController
public import Foundation

/// A parser that turns the body of a response into elements while the body arrives.
///
/// An endpoint can specify its parser: see ``ElementsProviderType``. Any other endpoint gets one from `streamed(by:)`.
/// An error of the parser, except `CancellationError`, becomes `EndpointError.parsing(_:_:)`.
///
/// ## Errors that the server reports within the stream
///
/// Throw a value of the controller's type of server errors, in a closure of `map` or in the `init(from:)` of an
/// element. The loop then throws it in `EndpointError.reportedFailure(_:_:)`:
///
/// ```swift
/// let parser = ElementParser.events.map { event, decoder in
///     let json = Data(event.data.utf8)
///     if event.type == "error" { throw try decoder.decode(APIError.self, from: json) }
///     return try decoder.decode(Chunk.self, from: json)
/// }
/// ```
public struct ElementParser<Element: Sendable>: Sendable {
    /// The media type that a response must have unless the endpoint accepts others; nil for no such requirement.
    let mediaType: String?

    private var settings: ElementSettings
    private let makeStreamParser: @Sendable (ElementSettings, JSONDecoder) -> any StreamParser<Element>

    init(
        mediaType: String? = nil,
        settings: ElementSettings = ElementSettings(),
        _ makeStreamParser: @escaping @Sendable (ElementSettings, JSONDecoder) -> any StreamParser<Element>
    ) {
        self.mediaType = mediaType
        self.settings = settings
        self.makeStreamParser = makeStreamParser
    }

    func streamParser(_ decoder: JSONDecoder) -> any StreamParser<Element> {
        makeStreamParser(settings, decoder)
    }

    /// Sets the maximum number of bytes in a line and in the data of an event.
    ///
    /// The default is 1 MiB.
    ///
    /// ```swift
    /// let parser = ElementParser<LogEntry>.jsonLines.limit(65_536)
    /// ```
    ///
    /// - Parameter bytes: The number of bytes. For a longer line or longer data, the parser throws
    ///   ``EndpointElementError/tooLong(line:limit:)``.
    /// - Returns: The parser with this limit.
    public func limit(_ bytes: Int) -> ElementParser {
        var parser = self
        parser.settings.limit = bytes
        return parser
    }

    /// Delivers a last server-sent event although the body ends without the empty line after it.
    ///
    /// By default, the parser drops such an event, as the WHATWG standard requires, because it may be cut. A parser
    /// with `until:` delivers it in any case. If the connection breaks, no parser delivers it.
    ///
    /// ```swift
    /// let parser = ElementParser<Chunk>.jsonEvents().deliveringUnfinishedEvent()
    /// ```
    ///
    /// - Returns: The parser that delivers such an event. For JSON Lines, it is the same parser: the last line needs no
    ///   line ending.
    public func deliveringUnfinishedEvent() -> ElementParser {
        var parser = self
        parser.settings.deliversUnfinishedEvent = true
        return parser
    }

    /// Maps each element to another value.
    ///
    /// ```swift
    /// let parser = ElementParser.events.map { event in try Change(event) }
    /// ```
    ///
    /// - Parameter transform: A closure that maps an element to the new value. For its errors, see ``ElementParser``.
    /// - Returns: A parser whose elements are the new values.
    public func map<Other>(_ transform: @escaping @Sendable (Element) throws -> Other) -> ElementParser<Other> {
        map { element, _ in try transform(element) }
    }

    /// Maps each element to another value, with the decoder of the controller.
    ///
    /// ```swift
    /// let parser = ElementParser.events.map { event, decoder in
    ///     try decoder.decode(Change.self, from: Data(event.data.utf8))
    /// }
    /// ```
    ///
    /// - Parameter transform: A closure that maps an element to the new value. For its errors, see ``ElementParser``.
    /// - Returns: A parser whose elements are the new values.
    public func map<Other>(
        _ transform: @escaping @Sendable (Element, JSONDecoder) throws -> Other
    ) -> ElementParser<Other> {
        compactMap { element, _, decoder in try transform(element, decoder) }
    }

    /// Maps each element, with its number, to another value; nil skips the element.
    func compactMap<Other>(
        _ transform: @escaping @Sendable (Element, _ number: Int, JSONDecoder) throws -> Other?
    ) -> ElementParser<Other> {
        ElementParser<Other>(mediaType: mediaType, settings: settings) { [makeStreamParser] settings, decoder in
            makeStreamParser(settings, decoder).map { try transform($0, $1, decoder) }
        }
    }

    /// Returns a parser that ends after an element, or at an ``EndMarker``, and throws if the body ends before.
    ///
    /// - Parameters:
    ///   - missingEnd: The error to throw.
    ///   - isLast: A closure that returns `true` for the last element; by default, no element is the last.
    /// - Returns: The parser, which delivers the last element.
    func ending(
        or missingEnd: EndpointElementError,
        _ isLast: @escaping @Sendable (Element) -> Bool = { _ in false }
    ) -> ElementParser {
        ElementParser(mediaType: mediaType, settings: settings) { [makeStreamParser] settings, decoder in
            var settings = settings
            settings.deliversUnfinishedEvent = true
            return makeStreamParser(settings, decoder).ending(or: missingEnd, isLast)
        }
    }
}

/// The settings of a parser, which hold for all parsers that it is made of.
struct ElementSettings: Sendable {
    var limit = 1_048_576
    var deliversUnfinishedEvent = false
}
