import Foundation

enum RequestBuilder {
    static func queryItems(of parts: some _RequestParts) throws(EndpointRequestError) -> [URLQueryItem] {
        let items: [URLQueryItem]?
        do {
            items = try parts._queryItems
        } catch {
            throw .queryItemsNotEncodable(error)
        }
        guard let items else { return [] }
        try items.checkFailure()
        return items
    }

    private static func body(of parts: some _RequestParts) throws(EndpointRequestError) -> HTTPBody? {
        do {
            return try parts._body
        } catch let error as EndpointRequestError {
            throw error
        } catch {
            throw .bodyNotEncodable(error)
        }
    }

    static func request(
        url: URL,
        method: HTTPMethod,
        parts: some _RequestParts
    ) throws(EndpointRequestError) -> URLRequest {
        var request = URLRequest(url: url)
        // GET is the default, and setting it again is expensive.
        if method.rawValue != "GET" {
            guard method.rawValue.isHTTPToken else { throw .invalidMethod(method.rawValue) }
            request.httpMethod = method.rawValue
        }

        var fields = parts._headerFields ?? [:]
        if let body = try body(of: parts) {
            if method.refusesBody { throw .bodyNotAllowed(method) }
            for (name, value) in fields where name.equalsIgnoringASCIICase("Content-Type") {
                guard HeaderFields.isMediaType(value) else { throw .invalidContentType(value, part: nil) }
            }
            HeaderFields.add("Content-Type", body.contentType, to: &fields)
            try body.attach(to: &request, headerFields: &fields)
        }
        if !fields.isEmpty {
            try HeaderFields.validate(fields)
            request.allHTTPHeaderFields = fields
        }
        return request
    }
}
