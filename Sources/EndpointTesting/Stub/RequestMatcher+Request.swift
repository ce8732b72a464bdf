import Endpoint
import EndpointController
import Foundation

extension RequestMatcher {
    /// Creates a matcher for the request of an endpoint; a matching request may have additional header fields.
    init(_ request: URLRequest) throws {
        let sent = try request.readOut()
        method = sent.httpMethod ?? "GET"
        url = sent.url?.absoluteString
        queryItems = []
        headerFields = sent.allHTTPHeaderFields ?? [:]
        // A missing body counts as an empty body.
        let contentType = sent.value(forHTTPHeaderField: "Content-Type") ?? "application/octet-stream"
        body = .data(sent.httpBody ?? Data(), contentType: contentType)
    }

    /// Returns the first difference between this matcher and a request whose body is in `httpBody`; nil if the request
    /// matches.
    func mismatch(_ request: URLRequest) throws -> RequestMismatch? {
        let comparison = RequestComparison(request: request)
        if let method, let mismatch = comparison.method(method) { return mismatch }
        if let url, let mismatch = comparison.url(url) { return mismatch }
        if let path, let mismatch = comparison.path(path) { return mismatch }
        let names = Set(queryItems.map(\.name))
        if let mismatch = comparison.queryItems(queryItems, names: names) { return mismatch }
        for (name, value) in headerFields.sorted(by: { $0.key < $1.key }) {
            // Ignore the multipart boundary, because each request usually has a new boundary.
            let found = request.value(forHTTPHeaderField: name)
            let pair = (MultipartBody.normalized(contentType: value), found.map(MultipartBody.normalized))
            if !RequestComparison.areEqual(pair.0, pair.1), let mismatch = comparison.headerField(name, value) {
                return mismatch
            }
        }
        guard let body else { return nil }
        let data = try body.data()
        return comparison.body(data, contentType: body.contentType, found: request.httpBody ?? Data())
    }
}
