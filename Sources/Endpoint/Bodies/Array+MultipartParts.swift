extension [MultipartPart] {
    /// Makes text fields from a literal, in its order.
    ///
    /// ```swift
    /// let body = HTTPBody.multipart(.fields(["title": title, "year": 1843, "note": note]) + [.file(photo, name: "photo")])
    /// ```
    ///
    /// - Parameter values: Values by names. A field whose value is nil is left out. A name may occur more than once.
    /// - Returns: The parts.
    public static func fields(_ values: KeyValuePairs<String, (any ParameterValue)?>) -> [MultipartPart] {
        values.compactMap { name, value in value.map { .text($0.parameterValue, name: name) } }
    }

    /// Makes fields from a value.
    ///
    /// The encoder writes names and texts as in a query. A property of the type `Data` becomes a part with these bytes,
    /// without a file name; the encoder writes it as text only within an array that is separated by commas. Every URL
    /// is written as text, file URLs too: add a ``MultipartPart/file(_:name:fileName:contentType:)`` to send a file.
    ///
    /// ```swift
    /// struct Details: Encodable {
    ///     var title = "Holiday"
    ///     var tags = ["sea", "sun"]
    /// }
    ///
    /// let parts = try [MultipartPart].fields(encoding: Details()) + [.file(photo, name: "photo")]
    /// ```
    ///
    /// - Parameters:
    ///   - value: A value that encodes as a keyed container, such as a struct or a dictionary.
    ///   - encoder: The encoder, which defines how nested values, arrays, dates and booleans are written.
    /// - Returns: The parts, in the order in which the value encodes its keys. Nil values are left out.
    /// - Throws: The error of the encoder: see ``QueryEncoder/encode(_:)``.
    public static func fields(
        encoding value: some Encodable,
        encoder: QueryEncoder = QueryEncoder()
    ) throws -> [MultipartPart] {
        var parts: [MultipartPart] = []
        try encoder.forEachField(of: value) { name, content in
            switch content {
            case .text(let text): parts.append(.text(text, name: name))
            case .data(let data): parts.append(.data(data, name: name))
            case .null, .keyed, .unkeyed: break
            }
        }
        return parts
    }
}
