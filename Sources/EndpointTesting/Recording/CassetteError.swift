public import EndpointController
@_spi(Tools) import Endpoint
public import Foundation

/// An error that occurs when a cassette is written, read or replayed.
///
/// In requests and differences, secrets are hidden as ``CassetteSecrets`` describes.
public enum CassetteError: Error, Sendable {
    /// The file is missing or cannot be read; the error comes from the file system.
    case unreadable(URL, any Error)

    /// The file cannot be written; the error comes from the file system.
    case unwritable(URL, any Error)

    /// The file is not written, because a part of an exchange contains a secret that is not hidden, or may contain one.
    ///
    /// The `exchange` is a number and a request, such as `exchange 2, GET https://example.com/users`. The `part` is a
    /// text such as `the body of the response at $.user.id`. The `reason` names the secret, but not its value.
    case unhiddenSecret(URL, exchange: String, part: String, reason: String)

    /// The file is not a valid cassette.
    ///
    /// The `part` is the path of the invalid part, such as `exchanges[2].response.status`, or empty for the whole file.
    case invalid(URL, part: String, reason: String)

    /// The file has a format version that this library cannot read.
    case unknownVersion(URL, Int)

    /// A request does not match any exchange that may be replayed next.
    ///
    /// The `nearest` exchange is the most similar exchange that may be replayed next, or nil if no exchange is left.
    /// The `differences` describe how the request differs from that exchange.
    case unrecordedRequest(String, nearest: String?, differences: [String])

    /// Some exchanges were not replayed, or some requests matched no exchange.
    case notReplayed(URL, exchanges: [String], unrecordedRequests: [String])
}

extension CassetteError: _DescribedError {
    /// A readable text, in which the secrets that ``CassetteSecrets`` recognises are hidden.
    public var description: String {
        switch self {
        case .unreadable(let file, let error):
            "The cassette \(file.path.quoted) cannot be read: \(ErrorText.of(error))"
        case .unwritable(let file, let error):
            "The cassette \(file.path.quoted) cannot be written: \(ErrorText.of(error))"
        case .unhiddenSecret(let file, let exchange, let part, let reason):
            "The cassette \(file.path.quoted) was not written: in \(exchange.visible), \(part.visible) \(reason.visible)"
        case .invalid(let file, let part, let reason):
            "The cassette \(file.path.quoted) is not valid\(part.isEmpty ? "" : " at \(part.visible)"): \(reason.visible)"
        case .unknownVersion(let file, let version):
            "The cassette \(file.path.quoted) has version \(version), but this library reads only version \(Cassette.version). "
                + "Record it again."
        case .unrecordedRequest(let request, let nearest?, let differences):
            "\(request.visible) is not in the cassette, or not at this place. The nearest is \(nearest.visible): "
                + differences.joined(separator: "; ").visible + "."
        case .unrecordedRequest(let request, nil, _):
            "\(request.visible) is not in the cassette, or was replayed already: no recorded exchange is left."
        case .notReplayed(let file, let exchanges, let unrecordedRequests):
            (["The cassette \(file.path.quoted) was not replayed as it was recorded."]
                + exchanges.map { "Not replayed: \($0.visible)." }
                + unrecordedRequests.map { "Not recorded: \($0.visible)." }).joined(separator: " ")
        }
    }
}
