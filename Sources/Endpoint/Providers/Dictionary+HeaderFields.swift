extension [String: String] {
    /// Makes header fields from a literal.
    ///
    /// ```swift
    /// extension GetUser: HeaderFieldsProviderType {
    ///     var headerFields: [String: String] { .fields(["Accept": "application/json", "If-None-Match": etag]) }
    /// }
    /// ```
    ///
    /// - Parameter values: Values by names. A field whose value is nil is left out. A name that occurs twice makes
    ///   building the request throw ``EndpointRequestError/duplicateHeaderField(_:_:)``; letters are compared without
    ///   their case.
    /// - Returns: The header fields.
    public static func fields(_ values: KeyValuePairs<String, (any ParameterValue)?>) -> [String: String] {
        var fields: [String: String] = [:]
        fields.reserveCapacity(values.count)
        for (name, value) in values {
            guard let value else { continue }
            // With names in different case, both fields stay in the dictionary, and the request refuses them.
            let isDuplicate = fields[name] != nil
            fields[isDuplicate ? name.swappingCase : name] = value.parameterValue
        }
        return fields
    }
}

extension String {
    /// The text in upper case if it is in lower case, and in lower case otherwise.
    fileprivate var swappingCase: String {
        let lowercased = lowercased()
        return lowercased == self ? uppercased() : lowercased
    }
}
