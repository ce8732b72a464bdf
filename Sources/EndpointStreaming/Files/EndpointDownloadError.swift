public import EndpointController
@_spi(Tools) import Endpoint
public import Foundation

/// An error that is caused by the destination of a file or by the server's response to a download.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum EndpointDownloadError: Error, Sendable, Equatable {
    /// The destination is not a valid file URL.
    case invalidDestination(URL)

    /// The destination is a folder or a symbolic link to a folder, or its path ends with a slash.
    case destinationIsFolder(URL)

    /// The destination is a device, a pipe or a socket, or a symbolic link to one, which the file would replace.
    case destinationIsNotRegular(URL)

    /// Another download to the destination is under way in this process or, on macOS and Linux if the file system
    /// supports locks, in another process.
    case destinationInUse(URL)

    /// The destination, its folder or the partial file beside it cannot be written; the system gives the reason.
    case cannotWrite(URL, reason: String)

    /// The server sent a part of the file (206), though the request did not ask for one.
    case unexpectedPart

    /// The number of bytes that arrived differs from the number that the server announced.
    case wrongLength(expected: Int64, actual: Int64)
}

extension EndpointDownloadError: _DescribedError {
    /// A sentence for a person, without recognised credentials.
    public var description: String {
        switch self {
        case .invalidDestination(let url):
            "\(((url.host() ?? "") + url.path(percentEncoded: false)).quoted) is not the URL of a file to write to."
        case .destinationIsFolder(let url):
            "\(url.path(percentEncoded: false).quoted) is a folder, so a file cannot replace it."
        case .destinationIsNotRegular(let url):
            "\(url.path(percentEncoded: false).quoted) is a device, a pipe or a socket, which cannot be replaced."
        case .destinationInUse(let url):
            "Another download to \(url.path(percentEncoded: false).quoted) is under way."
        case .cannotWrite(let url, let reason):
            "\(url.path(percentEncoded: false).quoted) cannot be written: \(reason.visible)"
        case .unexpectedPart:
            "The server sent a part of the file, but the request did not ask for one."
        case .wrongLength(let expected, let actual):
            "The server announced \(expected) bytes, but \(actual) arrived."
        }
    }
}
