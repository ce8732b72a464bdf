import Foundation
import Measuring

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request, and the ways to build it.
struct RequestCase {
    typealias Build = () throws -> URLRequest

    struct DifferentRequests: Error {
        let request: String
        let other: String
    }

    let name: String
    let ways: [Way]

    /// - Parameters:
    ///   - name: The name of the request.
    ///   - exact: The ways whose requests are equal in every byte, the floor first.
    ///   - others: The ways that may write the same request differently: escape more in a URL, or order the members of
    ///     JSON differently.
    /// - Throws: `DifferentRequests`.
    init(_ name: String, exact: KeyValuePairs<String, Build>, others: KeyValuePairs<String, Build>) throws {
        self.init(name, try Self.ways(exact, size: nil) + others.map { Self.way($0, size: nil, $1) })
    }

    init(_ name: String, _ ways: [Way]) {
        self.name = name
        self.ways = ways
    }

    /// Returns ways that build the same request.
    ///
    /// - Throws: `DifferentRequests`.
    static func ways(_ builds: KeyValuePairs<String, Build>, size: Int?) throws -> [Way] {
        let requests = try builds.map { try text(of: $1()) }
        for request in requests where request != requests[0] {
            throw DifferentRequests(request: requests[0], other: request)
        }
        return builds.map { way($0, size: size, $1) }
    }

    static func way(_ name: String, size: Int?, _ build: @escaping Build) -> Way {
        Way(name, size: size) { calls in
            for _ in 0..<calls { _ = try build() }
        }
    }

    /// Returns everything in a request, except the boundary of a multipart body, which is random.
    private static func text(of request: URLRequest) -> String {
        let fields = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }.map { "\($0): \($1)" }
        let head = ["\(request.httpMethod ?? "") \(request.url?.absoluteString ?? "")"] + fields
        let body = String(decoding: request.httpBody ?? Data(), as: UTF8.self)
        return (head + ["", body]).joined(separator: "\n").replacing(/Endpoint-[0-9A-F-]{32,}/, with: "boundary")
    }
}
