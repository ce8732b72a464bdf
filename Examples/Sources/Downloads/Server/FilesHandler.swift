import FlyingFox
import Foundation
import Loopback

/// The server's side of the API, with support for resumed downloads (RFC 9110, section 14).
struct FilesHandler: HTTPHandler {
    private static let prefix = "/files/"

    let store: FileStore

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.path.hasPrefix(Self.prefix) else { return HTTPResponse(statusCode: .notFound) }
        let name = String(request.path.dropFirst(Self.prefix.count))
        switch request.method {
        case .GET: return await contents(of: name, request)
        case .PUT: return try await replace(name, request)
        default: return HTTPResponse(statusCode: .methodNotAllowed)
        }
    }

    private func contents(of name: String, _ request: HTTPRequest) async -> HTTPResponse {
        let range = request.headers[.range]
        await store.note(range: range)
        guard let whole = await store.data(name) else { return HTTPResponse(statusCode: .notFound) }
        let tag = await store.tag(name)
        // The client cannot use the rest of another version.
        let isSameVersion = request.headers[HTTPHeader("If-Range")] == tag
        let start = isSameVersion ? Self.start(of: range, in: whole) : nil
        var headers: HTTPHeaders = [.contentType: "text/plain", .eTag: tag, .acceptRanges: "bytes"]
        if let start { headers[.contentRange] = "bytes \(start)-\(whole.count - 1)/\(whole.count)" }
        let data = Data(whole.dropFirst(start ?? 0))
        let limit = await store.takeBreak() ? data.count * 2 / 5 : nil
        return HTTPResponse(
            statusCode: start == nil ? .ok : .partialContent,
            headers: headers,
            body: .paced(data, breakingOffAfter: limit)
        )
    }

    private func replace(_ name: String, _ request: HTTPRequest) async throws -> HTTPResponse {
        var data = Data()
        for try await chunk in request.bodySequence { data.append(chunk) }
        await store.replace(name, with: data)
        return try .json(Receipt(bytes: data.count))
    }

    /// Returns the position of the first byte of a range without an end, such as `bytes=1000-`; nil for any other
    /// range.
    private static func start(of range: String?, in data: Data) -> Int? {
        guard let range, range.hasPrefix("bytes="), range.hasSuffix("-"),
            let start = Int(range.dropFirst("bytes=".count).dropLast()), data.indices.contains(start)
        else { return nil }
        return start
    }
}
