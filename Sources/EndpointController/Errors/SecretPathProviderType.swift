public import Endpoint
import Foundation

/// An endpoint whose path holds a secret, such as the address of a webhook or the token of a bot.
///
/// ```swift
/// extension PostMessage: SecretPathProviderType {
///     var hasSecretPath: Bool { true }
/// }
/// ```
///
/// If `hasSecretPath` is `true`, ``DebugPrinter``, logs, traces and the texts of errors that contain a response show
/// `***` for the path. The error of a request that cannot be built and `curlCommand(hidingCredentials:)` do not know
/// the endpoint, so they show the path.
public protocol SecretPathProviderType: _NonisolatedConformance {
    /// A Boolean value that indicates whether the path holds a secret.
    var hasSecretPath: Bool { get }
}

extension EndpointNext {
    /// Returns a request as it is shown: with `***` for the path of its URL if the path holds a secret.
    package func shown(_ request: URLRequest) -> URLRequest {
        guard facts.settings.hasSecretPath else { return request }
        var shown = request
        shown.url = request.url.flatMap { URL(string: Credentials.hidingPath(ofURL: $0.absoluteString)) }
        return shown
    }
}
