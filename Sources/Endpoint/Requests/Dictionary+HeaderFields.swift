extension [String: String] {
    /// Makes header fields from a literal.
    ///
    /// ```swift
    /// extension GetUser: HeaderFieldsProviderType {
    ///     var headerFields: [String: String] { .fields(["Accept": "application/json", "If-None-Match": etag]) }
    /// }
    /// ```
    ///
    /// - Parameter values: The values, keyed by name. A field whose value is nil is left out. If two of the remaining
    ///   fields have the same name, regardless of case, building the request throws
    ///   ``EndpointRequestError/duplicateHeaderField(_:_:)``, or ``EndpointRequestError/invalidHeaderFieldName(_:)`` if
    ///   the name has no letters or is not a token.
    /// - Returns: The header fields.
    public static func fields(_ values: KeyValuePairs<String, (any ParameterValue)?>) -> [String: String] {
        var fields: [String: String] = [:]
        fields.reserveCapacity(values.count)
        for (name, value) in values {
            guard let value else { continue }
            let isDuplicate = fields[name] != nil
            fields[isDuplicate ? name.refusedSpelling : name] = value.parameterValue
        }
        return fields
    }
}

extension String {
    /// A spelling of this name that makes building the request throw.
    ///
    /// The same name in all upper or all lower case is refused as a duplicate of this name. A name without letters
    /// stays the same in either case, so an appended space makes the name invalid.
    fileprivate var refusedSpelling: String {
        [lowercased(), uppercased()].first { $0 != self } ?? self + " "
    }
}
