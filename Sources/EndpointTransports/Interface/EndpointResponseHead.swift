public import Endpoint
@_spi(Tools) import EndpointSupport
public import Foundation

/// The head of a response: the status and the header fields.
///
/// ```swift
/// let head = EndpointResponseHead(url: url, statusCode: 404, headerFields: ["Content-Type": "application/json"])
/// ```
public struct EndpointResponseHead: Sendable {
    /// The header fields in their original form, so that reading one field does not copy all of them.
    private enum Fields: Sendable {
        case list([(name: String, value: String)])
        case response(HTTPURLResponse)
    }

    private final class Storage: Sendable {
        let url: URL?
        let statusCode: Int
        let fields: Fields

        init(url: URL?, statusCode: Int, fields: Fields) {
            self.url = url
            self.statusCode = statusCode
            self.fields = fields
        }
    }

    private let storage: Storage

    /// The URL that the response came from, or nil if that URL is unknown.
    public var url: URL? { storage.url }

    /// The status code (RFC 9110, section 15).
    public var statusCode: Int { storage.statusCode }

    private var fields: Fields { storage.fields }

    /// Creates a head from a dictionary of header fields.
    ///
    /// - Parameters:
    ///   - url: The URL that the response came from, or nil if that URL is unknown.
    ///   - statusCode: The status code.
    ///   - headerFields: The header fields; by default none.
    public init(url: URL?, statusCode: Int, headerFields: [String: String] = [:]) {
        self.init(url: url, statusCode: statusCode, fieldLines: headerFields.map { ($0, $1) })
    }

    /// Creates a head from field lines, several of which may have the same name.
    ///
    /// - Parameters:
    ///   - url: The URL that the response came from, or nil if that URL is unknown.
    ///   - statusCode: The status code.
    ///   - fieldLines: The names and values of the header fields, in the order in which they arrived.
    public init(url: URL?, statusCode: Int, fieldLines: [(name: String, value: String)]) {
        storage = Storage(url: url, statusCode: statusCode, fields: .list(fieldLines))
    }

    /// Creates a head from an `HTTPURLResponse`.
    public init(_ response: HTTPURLResponse) {
        storage = Storage(url: response.url, statusCode: response.statusCode, fields: .response(response))
    }

    /// Returns the value of a header field.
    ///
    /// - Parameter name: The name of the field; case is ignored.
    /// - Returns: The value, or nil if there is no field with that name. The values of several fields with the same
    ///   name are joined with commas (RFC 9110, section 5.3).
    public func headerField(_ name: String) -> String? {
        switch fields {
        case .response(let response): return response.value(forHTTPHeaderField: name).map(Self.trimmed)
        case .list(let lines):
            var value: String?
            for line in lines where line.name.equalsIgnoringASCIICase(name) {
                value = value.map { "\($0), \(line.value)" } ?? line.value
            }
            return value
        }
    }

    /// The header fields, each name once: the values of several fields with the same name are joined with commas (RFC
    /// 9110, section 5.3).
    public var headerFields: [String: String] {
        var names: [String: String] = [:]
        return fieldLines.reduce(into: [:]) { result, line in
            let name = names[line.name.lowercased(), default: line.name]
            names[line.name.lowercased()] = name
            result[name] = result[name].map { "\($0), \(line.value)" } ?? line.value
        }
    }

    /// The field lines in the order in which they arrived; one line for each name, in any order, if the head was
    /// created from an `HTTPURLResponse`.
    public var fieldLines: [(name: String, value: String)] {
        switch fields {
        case .response(let response): response.allHeaderFields.map { ("\($0.key)", Self.trimmed("\($0.value)")) }
        case .list(let lines): lines
        }
    }

    /// Removes the white space that `URLSession` on Linux and SwiftNIO keep at the end of a value (RFC 9110, section
    /// 5.5).
    static func trimmed(_ value: String) -> String {
        String(FieldList.trimmed(value[...]))
    }

    /// The head as an `HTTPURLResponse`, or nil for a head without a URL.
    public var httpURLResponse: HTTPURLResponse? {
        if case .response(let response) = fields { return response }
        return url.flatMap {
            HTTPURLResponse(url: $0, statusCode: statusCode, httpVersion: "HTTP/1.1", headerFields: headerFields)
        }
    }
}

extension EndpointResponseHead: _OpaqueType {
    /// The status code and the number of header fields.
    public var description: String { "\(statusCode), \(headerFields.count) header fields" }
}

extension EndpointResponseHead {
    /// The length that `Content-Length` states, or nil without that field and for an invalid one.
    ///
    /// Several equal lengths count as one (RFC 9112, section 6.3).
    private var contentLength: Int64? {
        let lengths = FieldList.members(of: headerField("Content-Length") ?? "")
        guard let first = lengths.first, lengths.allSatisfy({ $0 == first }) else { return nil }
        return Int64(digits: String(first))
    }

    /// Indicates whether the end of the body is unclear, because of an invalid `Content-Length`.
    func hasInvalidLength(method: String?) -> Bool {
        method != "HEAD" && statusCode != 204 && statusCode != 304 && headerField("Transfer-Encoding") == nil
            && headerField("Content-Length") != nil && contentLength == nil
    }

    /// Returns the number of bytes that the body will have (RFC 9112, section 6.3).
    ///
    /// - Parameter method: The method of the request; nil for GET. The response to a HEAD has no body.
    /// - Returns: The number, or nil if the response does not state it, or if the body was sent with a coding such as
    ///   gzip, which the transport may have removed.
    public func bodyLength(method: String?) -> Int64? {
        if method == "HEAD" || statusCode == 204 || statusCode == 304 { return 0 }
        if headerField("Transfer-Encoding") != nil { return nil }
        let isCoded = headerField("Content-Encoding").map { $0.lowercased() != "identity" } ?? false
        return isCoded && contentLength != 0 ? nil : contentLength
    }
}
