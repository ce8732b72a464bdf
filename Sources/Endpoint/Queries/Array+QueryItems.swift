public import Foundation

extension [URLQueryItem] {
    /// Makes query items from a literal, in the same order.
    ///
    /// ```swift
    /// extension ListUsers: QueryItemsProviderType {
    ///     var queryItems: [URLQueryItem] { .items(["sort": "created", "page": 2, "filter": filter]) }
    /// }
    /// ```
    ///
    /// - Parameter values: The values, keyed by name. An item whose value is nil is left out. A name may occur more
    ///   than once.
    /// - Returns: The items.
    public static func items(_ values: KeyValuePairs<String, JSONLiteral.Parameter?>) -> [URLQueryItem] {
        var items: [URLQueryItem] = []
        items.reserveCapacity(values.count)
        for (name, value) in values {
            if let value { items.append(URLQueryItem(name: name, value: value.parameterValue)) }
        }
        return items
    }

    /// Makes query items from an object literal with nested values, arrays, dates or data, in the same order.
    ///
    /// ```swift
    /// extension ListCharges: QueryItemsProviderType {
    ///     var queryItems: [URLQueryItem] { .items(["limit": 10, "created": ["gte": start], "expand": ["customer"]]) }
    /// }
    /// // limit=10&created[gte]=1700000000&expand[]=customer
    /// ```
    ///
    /// See ``JSONLiteral`` for how to nest literals with values of different types. Brackets are percent-encoded.
    ///
    /// - Parameters:
    ///   - literal: The values, keyed by name. Nil values are left out, and a name may occur more than once. If a value
    ///     cannot be encoded, building the request throws ``EndpointRequestError/queryItemsNotEncodable(_:)``.
    ///   - encoder: The encoder, which defines how nested values, arrays, dates, booleans and data are written; by
    ///     default `QueryEncoder()`.
    /// - Returns: The items.
    public static func items(_ literal: JSONLiteral, encoder: QueryEncoder = QueryEncoder()) -> [URLQueryItem] {
        items(encoding: literal, encoder: encoder)
    }

    /// Makes query items from an `Encodable` value.
    ///
    /// ```swift
    /// struct Filter: Encodable {
    ///     var tags = ["swift", "http"]
    ///     var author: String?
    /// }
    ///
    /// let items = [URLQueryItem].items(encoding: Filter(), encoder: QueryEncoder(arrays: .repeatedKeys))
    /// // tags=swift&tags=http
    /// ```
    ///
    /// - Parameters:
    ///   - value: A value that encodes as a keyed container, such as a struct or a dictionary with string keys. If the
    ///     encoder throws, building the request throws ``EndpointRequestError/queryItemsNotEncodable(_:)``. To use the
    ///     items elsewhere than in an endpoint, call ``QueryEncoder/encode(_:)``, which throws the error itself.
    ///   - encoder: The encoder, which defines how nested values, arrays, dates, booleans and data are written; by
    ///     default `QueryEncoder()`.
    /// - Returns: The items, in the order in which the value encodes its keys; string and integer keys of a dictionary
    ///   are sorted as text.
    public static func items(
        encoding value: some Encodable,
        encoder: QueryEncoder = QueryEncoder()
    ) -> [URLQueryItem] {
        do {
            return try encoder.encode(value)
        } catch {
            return [URLQueryItem(failure: error)]
        }
    }

    /// Throws the error that `items(encoding:encoder:)` kept, if there is one.
    func checkFailure() throws(EndpointRequestError) {
        // Comparing the first byte alone takes less time, and few names begin with it.
        for item in self where item.name.utf8.first == 0xEF && item.name.utf8.elementsEqual(URLQueryItem.nameOfFailure)
        {
            let text = item.value ?? ""
            throw .queryItemsNotEncodable(
                EncodingError.invalidValue(text, .init(codingPath: [], debugDescription: text)))
        }
    }
}

extension JSONLiteral {
    /// A value of a query item that is not nested.
    // The compiler's message for a nested literal of mixed types shows this name, which leads to the annotation.
    public typealias Parameter = any ParameterValue
}

extension URLQueryItem {
    /// The name of an item that stands for an error until the request is built.
    ///
    /// The noncharacter U+FDD1 is meant for use within a program (Unicode 16, section 23.7).
    fileprivate static let nameOfFailure: [UInt8] = [0xEF, 0xB7, 0x91]

    fileprivate init(failure: any Error) {
        self.init(name: String(decoding: Self.nameOfFailure, as: UTF8.self), value: ErrorText.of(failure))
    }
}
