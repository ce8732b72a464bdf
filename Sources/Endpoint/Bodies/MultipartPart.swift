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
    let content: BodyPiece

    /// A field with a text, in UTF-8.
    ///
    /// - Parameters:
    ///   - text: The value of the field.
    ///   - name: The name of the field.
    /// - Returns: The part, without a content type, as browsers send it.
    public static func text(_ text: String, name: String) -> MultipartPart {
        MultipartPart(name: name, fileName: nil, contentType: nil, content: .data(Data(text.utf8)))
    }

    /// A field or file from bytes.
    ///
    /// - Parameters:
    ///   - data: The bytes, sent as they are.
    ///   - name: The name of the field.
    ///   - fileName: The name of the file, or nil for a field that is none.
    ///   - contentType: The media type of the bytes.
    /// - Returns: The part.
    public static func data(
        _ data: Data,
        name: String,
        fileName: String? = nil,
        contentType: String = "application/octet-stream"
    ) -> MultipartPart {
        MultipartPart(name: name, fileName: fileName, contentType: contentType, content: .data(data))
    }

    /// A file, which is read while it is sent and never held in memory whole.
    ///
    /// - Parameters:
    ///   - url: The URL of a regular file.
    ///   - name: The name of the field.
    ///   - fileName: The name of the file for the server; by default the last component of the URL.
    ///   - contentType: The media type of what is in the file.
    /// - Returns: The part.
    public static func file(
        _ url: URL,
        name: String,
        fileName: String? = nil,
        contentType: String = "application/octet-stream"
    ) -> MultipartPart {
        let fileName = fileName ?? url.lastPathComponent
        return MultipartPart(name: name, fileName: fileName, contentType: contentType, content: .file(url))
    }

    /// The header fields of the part and the empty line after them.
    ///
    /// Names are escaped as browsers escape them (WHATWG HTML, section 4.10.21.8), not as RFC 2231 would have it.
    func head() throws(EndpointRequestError) -> String {
        var head = "Content-Disposition: form-data; name=\"\(Self.escaped(Self.normalised(name)))\""
        if let fileName { head += "; filename=\"\(Self.escaped(fileName))\"" }
        head += "\r\n"
        if let contentType {
            guard HeaderFields.isValidValue(contentType) else {
                throw .invalidMultipartContentType(part: name, value: contentType)
            }
            head += "Content-Type: \(contentType)\r\n"
        }
        return head + "\r\n"
    }

    /// With every line break as CR LF.
    private static func normalised(_ text: String) -> String {
        guard text.utf8.contains(where: isSpecial) else { return text }
        var result = ""
        // CR LF is one `Character`.
        for character in text { result.append(character == "\r" || character == "\n" ? "\r\n" : character) }
        return result
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: isSpecial) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case "\"": result += "%22"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether a byte is, or may be part of, what is escaped.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\"")
    }
}
