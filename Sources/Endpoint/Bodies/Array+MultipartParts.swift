extension [MultipartPart] {
    /// Makes fields from an object literal, in the same order.
    ///
    /// ```swift
    /// let body = HTTPBody.multipart(.fields(["title": title, "year": 1843]) + [.file(photo, name: "photo")])
    /// ```
    ///
    /// See ``JSONLiteral`` for how to nest literals with values of different types.
    ///
    /// - Parameters:
    ///   - literal: The fields. Nil values are left out, and a name may occur more than once. If a value cannot be
    ///     encoded, building the request throws ``EndpointRequestError/bodyNotEncodable(_:)``.
    ///   - encoder: The encoder, which defines how nested values, arrays, dates and booleans are written; by
    ///     default `QueryEncoder()`.
    /// - Returns: The parts.
    public static func fields(_ literal: JSONLiteral, encoder: QueryEncoder = QueryEncoder()) -> [MultipartPart] {
        encoded(literal, encoder: encoder)
    }

    /// Makes fields from an `Encodable` value.
    ///
    /// The encoder writes names and values as it does for query items, except that a `Data` value is sent as bytes, in
    /// a part without a file name. In a comma-separated array, data is written as text. Every URL is written as text,
    /// even a file URL: to send a file, add ``MultipartPart/file(_:name:fileName:contentType:)``.
    ///
    /// ```swift
    /// struct Details: Encodable {
    ///     var title = "Holiday"
    ///     var tags = ["sea", "sun"]
    /// }
    ///
    /// let parts = [MultipartPart].encoded(Details()) + [.file(photo, name: "photo")]
    /// ```
    ///
    /// - Parameters:
    ///   - value: A value that encodes as a keyed container, such as a struct or a dictionary with string keys. If the
    ///     encoder throws, building the request throws ``EndpointRequestError/bodyNotEncodable(_:)``.
    ///   - encoder: The encoder, which defines how nested values, arrays, dates and booleans are written; by
    ///     default `QueryEncoder()`.
    /// - Returns: The parts, in the order in which the value encodes its keys; string and integer keys of a dictionary
    ///   are sorted as text. Nil values, empty arrays and empty dictionaries are left out.
    public static func encoded(_ value: some Encodable, encoder: QueryEncoder = QueryEncoder()) -> [MultipartPart] {
        var parts: [MultipartPart] = []
        do {
            for (name, node) in try encoder.fields(of: value) {
                if case .data(let data) = node.content {
                    parts.append(.data(data, name: name))
                } else if let text = try encoder.text(of: node) {
                    parts.append(.text(text, name: name))
                }
            }
        } catch {
            let failure = EndpointRequestError.bodyNotEncodable(error)
            parts.append(MultipartPart(name: "", fileName: nil, contentType: nil, content: .failure(failure)))
        }
        return parts
    }
}
