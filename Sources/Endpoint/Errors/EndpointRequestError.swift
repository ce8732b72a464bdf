public import Foundation

/// An error that occurs while a request is built or checked, or while its body is read.
///
/// Each case identifies the part at fault, and most cases include the value of that part. In associated strings, `***`
/// replaces recognised credentials, such as the value of `Authorization` or `Cookie`, the user information of a URL,
/// and the value of a query item such as `access_token`. Underlying errors are not changed.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum EndpointRequestError: Error, Sendable {
    /// An endpoint's ``URLProviderType/url``, or the URL of a request, is nil.
    case missingURL

    /// A base URL endpoint needs a base URL, but there is none.
    case missingBaseURL

    /// A base URL's path does not end in a slash, so a relative URL string would drop the last segment (RFC 3986,
    /// section 5.2.3).
    case baseURLWithoutTrailingSlash(String, dropped: String)

    /// The URL of a request, or a base URL, has no scheme or no host.
    case incompleteURL(String)

    /// A string, such as the raw value of a ``ServerType``, is not a valid URL.
    case invalidURL(String)

    /// The port of a URL is larger than 65535.
    case invalidPort(String, in: String)

    /// A relative URL string is not a URL reference, or does not resolve against the base URL to a valid URL.
    case invalidRelativeURLString(String)

    /// A relative URL string has a scheme or a host, so the base URL would be ignored.
    ///
    /// To reach another server, conform the endpoint to ``EndpointType`` and ``URLProviderType``. If the string is a
    /// path, such as `users:list`, write `./` before it.
    case relativeURLStringWithSchemeOrHost(String)

    /// A relative URL string begins with a slash, so the path of the base URL would be dropped.
    case relativeURLStringWithLeadingSlash(String, dropped: String)

    /// A path segment that is made from data is empty, `.` or `..`, so it would change the path around it.
    ///
    /// The first value is the segment without its parameters: the text from the first semicolon on is left out.
    /// The second value is the text that contains the segment: a relative URL string, a base URL or the URL of a
    /// request. A percent-encoded dot segment such as `%2E%2E` is treated as data.
    case unsafePathSegment(String, in: String)

    /// The name of a method is not an HTTP token (RFC 9110, section 5.6.2).
    case invalidMethod(String)

    /// The name of a header field is not an HTTP token (RFC 9110, section 5.1).
    case invalidHeaderFieldName(String)

    /// The value of a header field contains a control character other than a tab, or starts or ends with a space or tab
    /// (RFC 9110, section 5.5).
    case invalidHeaderFieldValue(name: String, value: String)

    /// The names of two header fields are equal except for case.
    case duplicateHeaderField(String, String)

    /// An endpoint's ``QueryItemsProviderType/queryItems`` threw the associated error.
    case queryItemsNotEncodable(any Error)

    /// A request has a body, but its method is `GET`, `HEAD` or `TRACE`.
    case bodyNotAllowed(HTTPMethod)

    /// The body could not be created; the error is from an endpoint's ``BodyProviderType/body`` or from an encoder.
    case bodyNotEncodable(any Error)

    /// A file cannot be sent, for example because it is missing or does not contain the range to send.
    case unreadableFile(URL, any Error)

    /// The stream of a body cannot be opened or read, its given length is negative, or the length of the whole body
    /// exceeds `Int64.max`.
    case unreadableStream(any Error)

    /// A file or stream ended after fewer bytes than expected.
    case bodyTooShort(expected: Int64, actual: Int64)

    /// A multipart boundary is not valid (RFC 2046, section 5.1.1).
    case invalidMultipartBoundary(String)

    /// The content type of a body, or of a part of a multipart body, is not a media type (RFC 9110, section 8.3.1).
    ///
    /// The second value is the name of the part, or nil for the content type of the whole body.
    case invalidContentType(String, part: String?)

    /// A user name contains a colon or a control character, or a password contains a control character (RFC 7617,
    /// section 2).
    ///
    /// The error does not contain the value, because some APIs use a secret key as the user name.
    case invalidCredentials

    /// A token is empty or contains a character other than visible ASCII characters (RFC 6750, section 2.1), such as
    /// the space after a scheme: `Bearer s3cret`.
    ///
    /// The error does not contain the token.
    case invalidToken
}

extension EndpointRequestError: _DescribedError {
    /// A text that describes the error, with invisible characters escaped.
    ///
    /// A URL is shown without its fragment and the values of its query items, which may be private. Other recognised
    /// credentials are hidden, except in the text of an underlying error.
    public var description: String {
        switch self {
        case .missingURL:
            "The endpoint's URL is nil."
        case .missingBaseURL:
            "The endpoint needs a base URL, but there is none."
        case .baseURLWithoutTrailingSlash(let url, let dropped):
            "The path of the base URL \(Self.shown(url)) does not end in a slash, "
                + "so \(dropped.quoted) would be dropped from every request."
        case .incompleteURL(let url):
            "The URL \(Self.shown(url)) needs a scheme and a host, as in \"https://example.com/\"."
        case .invalidURL(let url):
            "\(Self.shown(url)) is not a valid URL."
        case .invalidPort(let port, let url):
            "The port \(port.quoted) in \(Self.shown(url)) is larger than 65535."
        case .invalidRelativeURLString(let string):
            "The relative URL string \(Self.shown(string)) does not resolve to a valid URL."
        case .relativeURLStringWithSchemeOrHost(let string):
            "The relative URL string \(Self.shown(string)) has a scheme or a host, so it would replace the base URL. "
                + "To reach another server, conform to EndpointType and URLProviderType. "
                + "If the string is a path, begin it with \"./\"."
        case .relativeURLStringWithLeadingSlash(let string, let dropped):
            "The relative URL string \(Self.shown(string)) begins with a slash, so it would drop \(dropped.quoted), "
                + "the path of the base URL. Write \(Self.shown(Self.relative(string, under: dropped))), "
                + "or \(Self.shown(Self.relative(string, to: dropped))) to climb to the root of the server."
        case .unsafePathSegment(let segment, let string):
            "The path segment \(segment.quoted) would change the path around it, in \(Self.shown(string))."
        case .invalidMethod(let method):
            "The method \(method.quoted) is not an HTTP token."
        case .invalidHeaderFieldName(let name):
            "The header field name \(name.quoted) is not an HTTP token."
        case .invalidHeaderFieldValue(let name, let value):
            "The value \(value.quoted) of the header field \(name.quoted) "
                + "contains a control character other than a tab, or starts or ends with white space."
        case .duplicateHeaderField(let first, let second):
            "The header fields \(first.quoted) and \(second.quoted) are the same field."
        case .queryItemsNotEncodable(let error):
            "The query items could not be encoded: \(ErrorText.of(error))"
        case .bodyNotAllowed(let method):
            "A \(method) request cannot have a body. Set another method, such as POST."
        case .bodyNotEncodable(let error):
            "The body could not be encoded: \(ErrorText.of(error))"
        case .unreadableFile(let url, let error):
            "The file \(Self.location(url).quoted) cannot be read: \(ErrorText.of(error))"
        case .unreadableStream(let error):
            "The stream of the body cannot be read: \(ErrorText.of(error))"
        case .bodyTooShort(let expected, let actual):
            "The body ended after \(actual) of \(expected) bytes."
        case .invalidMultipartBoundary(let boundary):
            "The multipart boundary \(boundary.quoted) is not allowed: it must have 1 to 70 letters, digits "
                + "and marks, and must not end in a space."
        case .invalidContentType(let value, let part):
            "The content type \(value.quoted) of the \(part.map { "part \($0.quoted)" } ?? "body") "
                + "is not a media type, such as \"text/plain\"."
        case .invalidCredentials:
            "The user name contains a colon or a control character, or the password contains a control character."
        case .invalidToken:
            "The token is empty, or contains white space or another character that a token cannot have. "
                + "Pass the token alone, without \"Bearer\"."
        }
    }

    private static func shown(_ url: String) -> String { Redaction.standard.outline(ofURL: url).quoted }

    /// Returns a path without the slash at its start, and without a folder that it repeats.
    private static func relative(_ path: String, under folder: String) -> String {
        path.utf8.starts(with: folder.utf8)
            ? String(path.utf8.dropFirst(folder.utf8.count)) ?? path : relative(path, to: "")
    }

    /// Returns a path from the root of a server as a path from one of its folders; an empty folder stands for the root.
    private static func relative(_ path: String, to folder: String) -> String {
        let steps = folder.utf8.dropFirst().count { $0 == UInt8(ascii: "/") }
        return String(repeating: "../", count: steps) + String(path.unicodeScalars.dropFirst())
    }

    private static func location(_ url: URL) -> String {
        url.isFileURL ? url.path : Redaction.standard.outline(ofURL: url.absoluteString)
    }
}
