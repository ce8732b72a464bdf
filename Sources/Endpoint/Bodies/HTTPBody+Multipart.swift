import Foundation

extension HTTPBody {
    /// Creates a body from fields and files, as multipart/form-data (RFC 7578).
    ///
    /// ```swift
    /// let body = HTTPBody.multipart([
    ///     .text("Holiday", name: "title"),
    ///     .file(photo, name: "photo", contentType: "image/jpeg"),
    /// ])
    /// ```
    ///
    /// `[MultipartPart].fields(_:)` makes several text fields from a literal, and leaves out nil values.
    ///
    /// A file of more than 1 MiB among the parts is sent without being held in memory as a whole; the ``contentLength``
    /// of the body is known beforehand. ``file(_:range:contentType:)`` says how a file is sent.
    ///
    /// - Parameters:
    ///   - parts: The parts, in order.
    ///   - boundary: The text that separates the parts, 1 to 70 characters (RFC 2046, section 5.1.1); by default a new
    ///     random text. A boundary that you give must not occur in a part.
    /// - Returns: The body. An invalid boundary or part makes building the request throw an ``EndpointRequestError``.
    public static func multipart(_ parts: [MultipartPart], boundary: String? = nil) -> HTTPBody {
        if let boundary, !isBoundary(boundary) {
            return HTTPBody(contentType: "multipart/form-data", content: .failure(.invalidMultipartBoundary(boundary)))
        }
        let isQuoted = boundary?.isHTTPToken == false
        let boundary = boundary ?? randomBoundary()
        let content: Content
        do throws(EndpointRequestError) {
            content = try self.content(of: parts, boundary: boundary)
        } catch {
            content = .failure(error)
        }
        let contentType = "multipart/form-data; boundary=" + (isQuoted ? "\"\(boundary)\"" : boundary)
        return HTTPBody(contentType: contentType, content: content)
    }

    /// Creates a body from an `Encodable` value, as multipart/form-data (RFC 7578).
    ///
    /// - Parameters:
    ///   - value: A value that encodes as a keyed container, such as a struct or a dictionary with string keys: see
    ///     `[MultipartPart].encoded(_:)`. If the encoder throws, building the request throws
    ///     ``EndpointRequestError/bodyNotEncodable(_:)``.
    ///   - encoder: The encoder, which defines how nested values, arrays, dates and booleans are written; by
    ///     default `QueryEncoder()`.
    /// - Returns: The body.
    public static func multipartEncoded(_ value: some Encodable, encoder: QueryEncoder = QueryEncoder()) -> HTTPBody {
        multipart(.encoded(value, encoder: encoder))
    }

    private static func content(
        of parts: [MultipartPart],
        boundary: String
    ) throws(EndpointRequestError) -> Content {
        var pieces: [BodyPiece] = []
        let delimiter = Array("\r\n--\(boundary)".utf8)
        var data = Data()
        // Bytes that are not yet in `data`: appending to an array costs less than appending to `Data`.
        var bytes = Array(delimiter.dropFirst(2))
        for part in parts {
            try part.appendHead(to: &bytes)
            let piece = try part.content.get()
            if case .data(let content) = piece, content.count < 4_096 {
                bytes += content
            } else {
                data.append(bytes, count: bytes.count)
                bytes.removeAll(keepingCapacity: true)
                if case .data(let content) = piece {
                    data.append(content)
                } else {
                    pieces.append(.data(data))
                    pieces.append(piece)
                    data = Data()
                }
            }
            bytes += delimiter
        }
        bytes += "--\r\n".utf8
        data.append(bytes, count: bytes.count)
        if pieces.isEmpty { return .data(data) }
        pieces.append(.data(data))
        return .pieces(pieces)
    }

    /// Returns a boundary with 128 random bits: it cannot be guessed, and practically never occurs in a part.
    private static func randomBoundary() -> String {
        PercentEncodedWriter.string(capacity: 41) { writer in
            writer.append("Endpoint-", allowing: .token)
            for _ in 0..<2 {
                withUnsafeBytes(of: UInt64.random(in: .min ... .max)) { $0.forEach { writer.appendHex($0) } }
            }
        }
    }

    /// Indicates whether a text is a valid `boundary` (RFC 2046, section 5.1.1).
    private static func isBoundary(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return 1...70 ~= bytes.count && bytes.last != UInt8(ascii: " ")
            && bytes.allSatisfy { CharacterClass.scheme.contains($0) || "'()_,/:=? ".utf8.contains($0) }
    }
}
