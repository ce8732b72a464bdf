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
    /// For arrays, dates and nested values, use ``nestedItems(_:encoder:)``; for a dictionary that is not a literal or
    /// another `Encodable` value, `[URLQueryItem].encoded(_:)`.
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
    ///     var queryItems: [URLQueryItem] {
    ///         get throws { try .nestedItems(["limit": 10, "created": ["gte": start], "expand": ["customer"]]) }
    ///     }
    /// }
    /// // limit=10&created[gte]=1700000000&expand[]=customer
    /// ```
    ///
    /// See ``JSONLiteral`` for how to nest literals with values of different types. Brackets are percent-encoded.
    ///
    /// - Parameters:
    ///   - literal: The values, keyed by name. Nil values are left out, and a name may occur more than once.
    ///   - encoder: The encoder, which defines how nested values, arrays, dates, booleans and data are written; by
    ///     default `QueryEncoder()`.
    /// - Returns: The items.
    /// - Throws: An error that says which value cannot be encoded.
    public static func nestedItems(
        _ literal: JSONLiteral,
        encoder: QueryEncoder = QueryEncoder()
    ) throws -> [URLQueryItem] {
        try encoder.encode(literal)
    }

    /// Makes query items from an `Encodable` value.
    ///
    /// ```swift
    /// struct Filter: Encodable {
    ///     var tags = ["swift", "http"]
    ///     var author: String?
    /// }
    ///
    /// let items = try [URLQueryItem].encoded(Filter(), encoder: QueryEncoder(arrays: .repeatedKeys))
    /// // tags=swift&tags=http
    /// ```
    ///
    /// - Parameters:
    ///   - value: A value that encodes as a keyed container, such as a struct or a dictionary with string keys.
    ///   - encoder: The encoder, which defines how nested values, arrays, dates, booleans and data are written; by
    ///     default `QueryEncoder()`.
    /// - Returns: The items, in the order in which the value encodes its keys; string and integer keys of a dictionary
    ///   are sorted as text.
    /// - Throws: Rethrows errors from the encoder.
    public static func encoded(
        _ value: some Encodable,
        encoder: QueryEncoder = QueryEncoder()
    ) throws -> [URLQueryItem] {
        try encoder.encode(value)
    }
}

extension JSONLiteral {
    /// A value of a query item that is not nested.
    // The compiler's message for a nested literal of mixed types shows this name, which leads to the annotation.
    public typealias Parameter = any ParameterValue
}
