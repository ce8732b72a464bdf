import Endpoint
import EndpointController
public import Foundation

/// An error in a cassette, or in a call that is replayed from a cassette.
///
/// No case shows a credential.
public enum CassetteError: Error, Sendable {
    /// The file is not there or cannot be read; the error is the file system's.
    case unreadable(URL, any Error)

    /// The file cannot be written; the error is the file system's.
    case unwritable(URL, any Error)

    /// The file holds no cassette: the part that is named, such as `exchanges[2].response.status`, is wrong. It is
    /// empty if the file as a whole is.
    case invalid(URL, part: String, reason: String)

    /// The file is of another version of this library.
    case unknownVersion(URL, Int)

    /// There is no recorded exchange for a request. The differences are those from the nearest one.
    case unrecordedRequest(String, nearest: String?, differences: [String])

    /// Not all went as it was recorded: exchanges that were not replayed, and requests that were not recorded.
    case notReplayed(URL, exchanges: [String], unrecordedRequests: [String])
}

extension CassetteError: CustomStringConvertible, LocalizedError {
    /// A sentence for a person, without credentials.
    public var description: String {
        switch self {
        case .unreadable(let file, let error):
            "The cassette \(file.path.quoted) cannot be read: \(ErrorText.of(error))"
        case .unwritable(let file, let error):
            "The cassette \(file.path.quoted) cannot be written: \(ErrorText.of(error))"
        case .invalid(let file, let part, let reason):
            "The cassette \(file.path.quoted) is of no use\(part.isEmpty ? "" : " at \(part.visible)"): \(reason.visible)"
        case .unknownVersion(let file, let version):
            "The cassette \(file.path.quoted) has version \(version), but only \(Cassette.version) is known. "
                + "Record it anew."
        case .unrecordedRequest(let request, let nearest?, let differences):
            "\(request.visible) is not in the cassette, or not at this place. The nearest is \(nearest.visible): "
                + differences.joined(separator: "; ").visible + "."
        case .unrecordedRequest(let request, nil, _):
            "\(request.visible) is not in the cassette, or no more: everything in it has been replayed."
        case .notReplayed(let file, let exchanges, let unrecordedRequests):
            (["The cassette \(file.path.quoted) was not replayed as it was recorded."]
                + exchanges.map { "Not replayed: \($0.visible)." }
                + unrecordedRequests.map { "Not recorded: \($0.visible)." }).joined(separator: " ")
        }
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
