import Foundation

extension HTTPBody {
    /// A body from fields and files, as multipart/form-data (RFC 7578).
    ///
    /// ```swift
    /// let body = HTTPBody.multipart([
    ///     .text("Holiday", name: "title"),
    ///     .file(photo, name: "photo", contentType: "image/jpeg"),
    /// ])
    /// ```
    ///
    /// A body with a file among its parts is read while it is sent, in constant memory, and its ``contentLength`` is
    /// known beforehand all the same. How it is sent is said at ``file(_:contentType:)``.
    ///
    /// - Parameters:
    ///   - parts: The parts, in order.
    ///   - boundary: What separates the parts, 1 to 70 characters (RFC 2046, section 5.1.1); by default one that is
    ///     made up anew. A boundary that is given must not occur in a part.
    /// - Returns: The body. What is wrong with the boundary or a part is thrown when a request is built.
    public static func multipart(_ parts: [MultipartPart], boundary: String? = nil) -> HTTPBody {
        let boundary = boundary ?? "Endpoint-\(UUID().uuidString)"
        let isToken = boundary.isHTTPToken
        let contentType = "multipart/form-data; boundary=" + (isToken ? boundary : "\"\(boundary)\"")
        do throws(EndpointRequestError) {
            guard isBoundary(boundary) else { throw .invalidMultipartBoundary(boundary) }
            return HTTPBody(contentType: contentType, content: try content(of: parts, boundary: boundary))
        } catch {
            return HTTPBody(contentType: "multipart/form-data", content: .failure(error))
        }
    }

    private static func content(
        of parts: [MultipartPart],
        boundary: String
    ) throws(EndpointRequestError) -> Content {
        var pieces: [BodyPiece] = []
        var data = Data()
        for part in parts {
            append("--\(boundary)\r\n", to: &data)
            append(try part.head(), to: &data)
            if case .data(let bytes) = part.content {
                data.append(bytes)
            } else {
                pieces += [.data(data), part.content]
                data = Data()
            }
            append("\r\n", to: &data)
        }
        append("--\(boundary)--\r\n", to: &data)
        return pieces.isEmpty ? .data(data) : .pieces(pieces + [.data(data)])
    }

    /// Byte by byte it would take several times as long.
    private static func append(_ text: String, to data: inout Data) {
        text.withBytes { data.append(contentsOf: $0) }
    }

    /// `boundary` of RFC 2046, section 5.1.1.
    private static func isBoundary(_ text: String) -> Bool {
        (1...70).contains(text.utf8.count) && text.utf8.last != UInt8(ascii: " ")
            && text.utf8.allSatisfy { CharacterClass.scheme.contains($0) || "'()_,/:=? ".utf8.contains($0) }
    }
}
