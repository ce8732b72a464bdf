public import Foundation

/// The body of a request, with its content type.
///
/// Create a body with a literal, which is JSON, or with a static method: from JSON, a form, multipart/form-data, data,
/// text, a file or a stream.
///
/// ```swift
/// extension CreateUser: BodyProviderType {
///     var body: HTTPBody { ["name": name, "admin": false] }
/// }
/// ```
///
/// If a body cannot be made (for example, from a missing file or a value that JSON cannot represent), building the
/// request throws an ``EndpointRequestError``.
public struct HTTPBody: Sendable {
    /// The media type, sent as `Content-Type` unless the endpoint sets that header field (RFC 9110, section 8.3).
    ///
    /// A text that is not a media type, such as `text` or an empty string, makes building the request throw
    /// ``EndpointRequestError/invalidContentType(_:part:)``.
    public let contentType: String

    let content: Content

    enum Content: Sendable {
        case data(Data)
        case pieces([BodyPiece])
        /// An error in making the body, kept until the request is built.
        case failure(EndpointRequestError)
    }

    init(contentType: String, content: Content) {
        self.contentType = contentType
        self.content = content
    }

    /// Creates a body whose content type the caller gives.
    private init(checking contentType: String, content: Content) {
        let isValid = HeaderFields.isMediaType(contentType)
        self.init(
            contentType: contentType, content: isValid ? content : .failure(.invalidContentType(contentType, part: nil))
        )
    }

    /// Creates a body from bytes.
    ///
    /// - Parameters:
    ///   - data: The bytes, sent as they are.
    ///   - contentType: The media type of the bytes; by default `application/octet-stream`.
    /// - Returns: The body.
    public static func data(_ data: Data, contentType: String = "application/octet-stream") -> HTTPBody {
        HTTPBody(checking: contentType, content: .data(data))
    }

    /// Creates a body from text, in UTF-8.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - contentType: The media type of the text; by default `text/plain; charset=utf-8`. For a type whose default
    ///     charset is not UTF-8, specify `charset=utf-8`.
    /// - Returns: The body.
    public static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> HTTPBody {
        HTTPBody(checking: contentType, content: .data(Data(text.utf8)))
    }

    /// Creates a body from a file; a file of more than 1 MiB is sent without being held in memory as a whole.
    ///
    /// If you send the request with your own `URLSession`, the file is sent in chunks on Linux (RFC 9112, section 7.1)
    /// and with a `Content-Length` on Apple platforms. To send the file again with your own session on Apple platforms,
    /// build a new request: sending the same request twice may end the process. On other platforms, do not send the
    /// same request twice at the same time.
    ///
    /// - Parameters:
    ///   - url: The URL of a regular file. The file is checked and measured when a request is built, and opened when
    ///     the request is sent. Do not change the file until it has been sent.
    ///   - range: The offsets of the bytes to send, such as `0..<1_048_576` or `offset...`; by default all bytes. If
    ///     the file does not contain the range, building the request throws
    ///     ``EndpointRequestError/unreadableFile(_:_:)``.
    ///   - contentType: The media type of the file; by default `application/octet-stream`.
    /// - Returns: The body.
    public static func file(
        _ url: URL,
        range: some RangeExpression<Int64> = 0...,
        contentType: String = "application/octet-stream"
    ) -> HTTPBody {
        let (start, end) = range.fileOffsets
        return HTTPBody(checking: contentType, content: .pieces([.file(url, from: start, to: end)]))
    }

    /// Creates a body from a stream, which is read when the request is sent.
    ///
    /// The limits on sending a file again apply to a stream too: see ``file(_:range:contentType:)``.
    ///
    /// ```swift
    /// let body = HTTPBody.stream(contentType: "text/csv") { InputStream(data: report) }
    /// ```
    ///
    /// - Parameters:
    ///   - contentType: The media type of the bytes that the stream delivers; by default `application/octet-stream`.
    ///   - length: The number of bytes that the stream delivers, or nil, the default, if it is unknown. Further bytes
    ///     are not sent. If the stream delivers fewer bytes, the request fails.
    ///   - open: A closure that makes a new, unopened stream that begins at the start of the data. The closure may be
    ///     called more than once. A read must block while the stream has no data, because a read of 0 bytes ends the
    ///     body.
    /// - Returns: The body.
    public static func stream(
        contentType: String = "application/octet-stream",
        length: Int64? = nil,
        open: @escaping @Sendable () throws -> InputStream
    ) -> HTTPBody {
        HTTPBody(checking: contentType, content: .pieces([.stream(length: length, open: open)]))
    }
}

extension RangeExpression<Int64> {
    /// The offset of the first byte, and the offset after the last byte, which is nil for the end of the file.
    fileprivate var fileOffsets: (start: Int64, end: Int64?) {
        guard contains(.max) else {
            // Negative offsets are included, because resolving `..<(-1)` from 0 would end the process. Building a
            // request refuses them.
            let range = relative(to: Int64.min..<Int64.max)
            return (range.lowerBound == .min ? 0 : range.lowerBound, range.upperBound)
        }
        // Resolving a closed range up to the largest number would end the process, so find the first offset with a
        // binary search.
        var (start, last) = (Int64.min, Int64.max)
        while start < last {
            let middle = (start >> 1) + (last >> 1) + (start & last & 1)
            if contains(middle) { last = middle } else { start = middle + 1 }
        }
        return (start == .min ? 0 : start, nil)
    }
}
