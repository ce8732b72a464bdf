public import Foundation

/// A part of a multipart/form-data body: a field or a file of a form (RFC 7578).
///
/// ```swift
/// let body = HTTPBody.multipart([
///     .text("Holiday", name: "title"),
///     .file(photo, name: "photo", contentType: "image/jpeg"),
/// ])
/// ```
public struct MultipartPart: Sendable {
    let name: String
    let fileName: String?
    let contentType: String?
    /// The content, or an error in making it, kept until the request is built.
    let content: Result<BodyPiece, EndpointRequestError>

    /// Creates a text field, in UTF-8.
    ///
    /// - Parameters:
    ///   - text: The value of the field.
    ///   - name: The name of the field.
    /// - Returns: A part without a content type, as browsers send text fields.
    public static func text(_ text: String, name: String) -> MultipartPart {
        let data = text.withBytes { Data($0) }
        return MultipartPart(name: name, fileName: nil, contentType: nil, content: .success(.data(data)))
    }

    /// Creates a part from bytes: a field or a file.
    ///
    /// - Parameters:
    ///   - data: The bytes, sent as they are.
    ///   - name: The name of the field.
    ///   - fileName: The name of the file, or nil, the default, for a field that is not a file.
    ///   - contentType: The media type of the bytes; by default `application/octet-stream`.
    /// - Returns: The part.
    public static func data(
        _ data: Data,
        name: String,
        fileName: String? = nil,
        contentType: String = "application/octet-stream"
    ) -> MultipartPart {
        MultipartPart(name: name, fileName: fileName, contentType: contentType, content: .success(.data(data)))
    }

    /// Creates a part from a file; a file of more than 1 MiB is sent without being held in memory as a whole.
    ///
    /// - Parameters:
    ///   - url: The URL of a regular file.
    ///   - name: The name of the field.
    ///   - fileName: The file name that the server receives; by default the last path component of the URL.
    ///   - contentType: The media type of the file; by default `application/octet-stream`.
    /// - Returns: The part.
    public static func file(
        _ url: URL,
        name: String,
        fileName: String? = nil,
        contentType: String = "application/octet-stream"
    ) -> MultipartPart {
        let fileName = fileName ?? url.lastPathComponent
        return MultipartPart(name: name, fileName: fileName, contentType: contentType, content: .success(.file(url)))
    }

    /// Appends the end of the boundary line, the header fields of the part and an empty line.
    func appendHead(to bytes: inout [UInt8]) throws(EndpointRequestError) {
        bytes += "\r\nContent-Disposition: form-data; name=\"".utf8
        Self.append(name, lineBreak: "%0D%0A", to: &bytes)
        if let fileName {
            bytes += "\"; filename=\"".utf8
            Self.append(fileName, lineBreak: nil, to: &bytes)
        }
        bytes += "\"\r\n".utf8
        if let contentType {
            guard HeaderFields.isMediaType(contentType) else {
                throw .invalidContentType(contentType, part: name)
            }
            bytes += "Content-Type: ".utf8
            bytes += contentType.utf8
            bytes += "\r\n".utf8
        }
        bytes += "\r\n".utf8
    }

    /// Appends a name as browsers escape it (WHATWG HTML, section "Multipart form data"), not as in RFC 2231.
    ///
    /// - Parameters:
    ///   - text: The name.
    ///   - lineBreak: The text that replaces every line break, or nil to escape each byte of a line break.
    ///   - bytes: The bytes that the name is appended to.
    private static func append(_ text: String, lineBreak: String?, to bytes: inout [UInt8]) {
        var isAfterCR = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\r"): bytes += (lineBreak ?? "%0D").utf8
            case UInt8(ascii: "\n") where lineBreak != nil && isAfterCR: break
            case UInt8(ascii: "\n"): bytes += (lineBreak ?? "%0A").utf8
            case UInt8(ascii: "\""): bytes += "%22".utf8
            default: bytes.append(byte)
            }
            isAfterCR = byte == UInt8(ascii: "\r")
        }
    }
}
