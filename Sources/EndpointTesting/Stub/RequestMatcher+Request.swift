import EndpointController
import Foundation

extension RequestMatcher {
    /// Creates a matcher for the request of an endpoint; a matching request may have additional header fields.
    init(_ request: URLRequest) throws {
        let sent = try request.readOut()
        method = HTTPMethod(rawValue: sent.httpMethod ?? "GET")
        url = sent.url?.absoluteString
        queryItems = []
        headerFields = sent.allHTTPHeaderFields ?? [:]
        // A missing body counts as an empty body.
        let contentType = sent.value(forHTTPHeaderField: "Content-Type") ?? "application/octet-stream"
        body = .data(sent.httpBody ?? Data(), contentType: contentType)
    }

    /// Throws unless this matcher describes a request.
    ///
    /// The body of the request must already be in `httpBody`.
    ///
    /// - Throws: `RequestMismatch`, or another error if the matcher's body cannot be read.
    func check(_ request: URLRequest) throws {
        if let method { try request.expectMethod(method) }
        if let url { try request.expectURL(url) }
        if let path { try request.expectPath(path) }
        let names = Set(queryItems.map(\.name))
        let found = FormFields.items(inQueryOf: request).filter { names.contains($0.name) }
        try request.expect("query item", queryItems, found: found)
        for (name, value) in headerFields.sorted(by: { $0.key < $1.key }) {
            // Ignore the multipart boundary, because each request usually has a new boundary.
            let found = request.value(forHTTPHeaderField: name).map(MultipartBody.normalized)
            if RequestMismatch.areEqual(found, MultipartBody.normalized(contentType: value)) { continue }
            try request.expectHeaderField(name, value)
        }
        if let body { try request.expectBody(body.data(), contentType: body.contentType) }
    }
}
