import Foundation

/// An endpoint whose path may hold a secret, such as the key of a webhook or the token of a bot.
///
/// ```swift
/// extension PostMessage: SecretPathProviderType {
///     var hasSecretPath: Bool { true }
/// }
/// ```
///
/// If `hasSecretPath` is `true`, ``DebugPrinter``, logs, traces and the texts of errors that contain a response show
/// the request's URL with `***` in place of the path. `curlCommand(hidingCredentials:)` and errors without a response,
/// such as the error of a request that cannot be built, may still show the path.
public protocol SecretPathProviderType: SendableMetatype {
    /// A Boolean value that indicates whether the path holds a secret.
    var hasSecretPath: Bool { get }
}

extension EndpointNext {
    /// Returns the request to print or log, with `***` in place of its URL's path if that path holds a secret.
    package func shown(_ request: URLRequest) -> URLRequest {
        guard chain.call.settings.hasSecretPath else { return request }
        var shown = request
        shown.url = request.url.flatMap { URL(string: Credentials.hidingPath(ofURL: $0.absoluteString)) }
        return shown
    }

    /// Returns a text to print or log, such as the text of an error, with credentials hidden as by `hidden(_:of:)`, and
    /// with any credentials in its first URL hidden too.
    package func shown(_ text: String, of request: URLRequest) -> String {
        Credentials.hidden(inURL: hidden(text, of: request)).visible
    }

    /// Returns a text with the recognised credentials of a request hidden, and, if the request's path holds a secret,
    /// also the segments of that path: see `hidingSecrets(in:withPath:)`.
    package func hidden(_ text: String, of request: URLRequest) -> String {
        request.hidingSecrets(in: text, withPath: chain.call.settings.hasSecretPath)
    }
}
