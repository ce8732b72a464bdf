import Endpoint
import Foundation
import Testing

let baseURL = url("https://example.com/api/")

/// A URL that the test knows to be valid.
func url(_ string: String) -> URL {
    guard let url = URL(string: string) else { preconditionFailure("\(string) is not a URL") }
    return url
}

/// Builds the request of an endpoint that has only a reference and query items.
func request(
    _ reference: String,
    base: URL = baseURL,
    queryItems: [URLQueryItem] = []
) throws -> URLRequest {
    try Reference(relativeURLString: reference, queryItems: queryItems).request(baseURL: base)
}

/// Resolves a reference that may leave its base URL, as links and `Location` do, and appends query items.
func resolved(_ reference: String, base: URL = baseURL, queryItems: [URLQueryItem] = []) throws -> String {
    try URLResolution.resolved(reference, base: base.absoluteString, queryItems: queryItems).absoluteString
}

struct Reference {
    var relativeURLString: String
    var queryItems: [URLQueryItem] = []
}

extension Reference: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, QueryItemsProviderType {
    var method: HTTPMethod { .get }
}

/// Returns the error that building a request throws, or nil if it succeeds.
func error(_ build: () throws -> URLRequest) -> EndpointRequestError? {
    #expect(throws: EndpointRequestError.self, performing: { _ = try build() })
}

/// Returns the reason for which a value cannot be encoded, or nil if it can be encoded.
func refusal(_ encode: () throws -> some Any) -> String? {
    let error = #expect(throws: EncodingError.self) { _ = try encode() }
    guard case .invalidValue(_, let context) = error else { return nil }
    return context.debugDescription
}

extension URLRequest {
    /// The method, URL, header fields and body as text, for comparisons.
    var summary: String {
        let fields = (allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return ([httpMethod ?? "", url?.absoluteString ?? ""] + fields + ["", bodyText]).joined(separator: "\n")
    }

    /// The body, as a transport would read it.
    var bodyData: Data? {
        guard let httpBodyStream else { return httpBody }
        return try? httpBodyStream.readAll()
    }

    var bodyText: String {
        bodyData.map { String(decoding: $0, as: UTF8.self) } ?? "none"
    }
}

extension InputStream {
    /// Reads the stream to its end in pieces of at most `pieceSize` bytes.
    func readAll(pieceSize: Int = 1_000) throws -> Data {
        open()
        defer { close() }
        var data = Data()
        var piece = [UInt8](repeating: 0, count: pieceSize)
        while true {
            let count = read(&piece, maxLength: pieceSize)
            if count < 0 { throw streamError ?? CocoaError(.fileReadUnknown) }
            if count == 0 { return data }
            data.append(contentsOf: piece[..<count])
        }
    }
}

/// Returns the expected `Content-Length` of a streamed body; nil on platforms where `URLSession` does not use it.
func announced(_ length: String) -> String? {
    #if canImport(Darwin)
    length
    #else
    nil
    #endif
}

/// A file that is removed when the test ends.
final class TemporaryFile {
    let url: URL

    init(_ contents: Data, name: String = "file") throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: name)
        try contents.write(to: url)
    }

    deinit {
        try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
    }
}

/// An endpoint whose parts a test chooses.
struct Sample: APIEndpointType {
    var method: HTTPMethod
    var relativeURLString: String
    var queryItems: [URLQueryItem]
    var headerFields: [String: String]
    var body: HTTPBody?

    init(
        _ method: HTTPMethod = .get,
        pathComponents: [String],
        queryItems: [URLQueryItem] = [],
        headerFields: [String: String] = [:],
        body: HTTPBody? = nil
    ) {
        self.method = method
        relativeURLString = pathComponents.map { "\(segment: $0)" }.joined(separator: "/")
        self.queryItems = queryItems
        self.headerFields = headerFields
        self.body = body
    }
}
