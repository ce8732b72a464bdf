import Foundation

/// Puts the parts of a request together, checking each.
enum RequestBuilder {
    static func queryItems(of parts: some _RequestParts) throws(EndpointRequestError) -> [URLQueryItem] {
        do {
            return try parts._queryItems ?? []
        } catch {
            throw .queryItemsNotEncodable(error)
        }
    }

    static func request(
        url: consuming URL,
        method: HTTPMethod,
        parts: some _RequestParts
    ) throws(EndpointRequestError) -> URLRequest {
        var request = URLRequest(url: url)
        // GET is the default, and setting it again is dear.
        if method.rawValue != "GET" {
            guard method.rawValue.isHTTPToken else { throw .invalidMethod(method.rawValue) }
            request.httpMethod = method.rawValue
        }

        var fields = parts._headerFields ?? [:]
        if let body = parts._body {
            if method.refusesBody { throw .bodyNotAllowed(method) }
            HeaderFields.add("Content-Type", body.contentType, to: &fields)
            try body.attach(to: &request, headerFields: &fields)
        }
        if !fields.isEmpty {
            try HeaderFields.validate(fields)
            request.allHTTPHeaderFields = consume fields
        }
        return request
    }
}
