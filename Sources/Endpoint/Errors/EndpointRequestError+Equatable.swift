extension EndpointRequestError: Equatable {
    /// Returns a Boolean value that indicates whether two errors are the same case with equal values.
    ///
    /// - Parameters:
    ///   - lhs: An error.
    ///   - rhs: Another error.
    /// - Returns: `true` if the errors are equal. Underlying errors are compared by their own `==` if they are
    ///   `Equatable`, and otherwise by type, domain and code.
    public static func == (lhs: EndpointRequestError, rhs: EndpointRequestError) -> Bool {
        switch (lhs, rhs) {
        case (.missingURL, .missingURL), (.missingBaseURL, .missingBaseURL),
            (.invalidCredentials, .invalidCredentials), (.invalidToken, .invalidToken):
            true
        case (.incompleteURL(let one), .incompleteURL(let other)), (.invalidURL(let one), .invalidURL(let other)),
            (.invalidRelativeURLString(let one), .invalidRelativeURLString(let other)),
            (.relativeURLStringWithSchemeOrHost(let one), .relativeURLStringWithSchemeOrHost(let other)),
            (.invalidMethod(let one), .invalidMethod(let other)),
            (.invalidHeaderFieldName(let one), .invalidHeaderFieldName(let other)),
            (.invalidMultipartBoundary(let one), .invalidMultipartBoundary(let other)):
            one == other
        case (.baseURLWithoutTrailingSlash(let one, let part), .baseURLWithoutTrailingSlash(let other, let otherPart)),
            (
                .relativeURLStringWithLeadingSlash(let one, let part),
                .relativeURLStringWithLeadingSlash(let other, let otherPart)
            ),
            (.invalidPort(let one, let part), .invalidPort(let other, let otherPart)),
            (.unsafePathSegment(let one, let part), .unsafePathSegment(let other, let otherPart)),
            (.invalidHeaderFieldValue(let one, let part), .invalidHeaderFieldValue(let other, let otherPart)),
            (.duplicateHeaderField(let one, let part), .duplicateHeaderField(let other, let otherPart)):
            one == other && part == otherPart
        case (.invalidContentType(let one, let part), .invalidContentType(let other, let otherPart)):
            one == other && part == otherPart
        case (.queryItemsNotEncodable(let one), .queryItemsNotEncodable(let other)),
            (.bodyNotEncodable(let one), .bodyNotEncodable(let other)),
            (.unreadableStream(let one), .unreadableStream(let other)):
            ErrorEquality.areEqual(one, other)
        case (.bodyNotAllowed(let one), .bodyNotAllowed(let other)): one == other
        case (.unreadableFile(let one, let error), .unreadableFile(let other, let otherError)):
            one == other && ErrorEquality.areEqual(error, otherError)
        case (.bodyTooShort(let one, let count), .bodyTooShort(let other, let otherCount)):
            one == other && count == otherCount
        default: false
        }
    }
}
