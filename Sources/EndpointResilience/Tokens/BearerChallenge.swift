import EndpointSupport

/// A parser for the `WWW-Authenticate` field of a response (RFC 9110, section 11.6.1).
enum BearerChallenge {
    /// Returns the first error code in a challenge of the `Bearer` scheme (RFC 6750, section 3.1).
    ///
    /// - Parameter field: The field value. It may contain several challenges with different schemes.
    /// - Returns: The code, or nil if there is none.
    static func error(in field: String) -> String? {
        var reader = FieldReader(field)
        var isBearer = false
        while !reader.isAtEnd {
            reader.skip(" \t,")
            let name = reader.read(until: " \t,=\"").lowercased()
            reader.skip(" \t")
            if reader.take("=") {
                reader.skip(" \t")
                let value = reader.value(until: " \t,=")
                if isBearer, name == "error" { return value }
            } else if name.isEmpty {
                // Skip an unexpected quotation mark: otherwise, the loop would not end.
                _ = reader.take("\"")
            } else {
                isBearer = name == "bearer"
            }
        }
        return nil
    }
}
