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
    public static func items(_ values: KeyValuePairs<String, (any ParameterValue)?>) -> [URLQueryItem] {
        var items: [URLQueryItem] = []
        items.reserveCapacity(values.count)
        for (name, value) in values {
            if let value { items.append(URLQueryItem(name: name, value: value.parameterValue)) }
        }
        return items
    }

    /// Makes query items from an `Encodable` value.
    ///
    /// ```swift
    /// struct Filter: Encodable {
    ///     var tags = ["swift", "http"]
    ///     var author: String?
    /// }
    ///
    /// let items = try [URLQueryItem].items(encoding: Filter(), encoder: QueryEncoder(arrays: .repeatedKeys))
    /// // tags=swift&tags=http
    /// ```
    ///
    /// - Parameters:
    ///   - value: A value that encodes as a keyed container, such as a struct or a dictionary with string keys.
    ///   - encoder: The encoder, which defines how nested values, arrays, dates, booleans and data are written; by
    ///     default `QueryEncoder()`.
    /// - Returns: The items, in the order in which the value encodes its keys; string and integer keys of a dictionary
    ///   are sorted as text.
    /// - Throws: Rethrows errors from the encoder: see ``QueryEncoder/encode(_:)``.
    public static func items(
        encoding value: some Encodable,
        encoder: QueryEncoder = QueryEncoder()
    ) throws -> [URLQueryItem] {
        try encoder.encode(value)
    }
}
