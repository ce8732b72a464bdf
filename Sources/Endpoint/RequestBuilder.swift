public import Foundation

/// Reads the parts of an endpoint and builds its request.
// Inlinable, so that the compiler resolves the casts of a type that it knows. At run time, they take a third of the time
// of a short request.
@usableFromInline
enum RequestBuilder {
    @inlinable
    static func queryItems(of endpoint: some RequestProviderType) throws(EndpointRequestError) -> [URLQueryItem] {
        do {
            return try (endpoint as? any QueryItemsProviderType)?.queryItems ?? []
        } catch {
            throw .queryItemsNotEncodable(error)
        }
    }

    @inlinable
    static func body(of endpoint: some RequestProviderType) throws(EndpointRequestError) -> HTTPBody? {
        do {
            return try (endpoint as? any BodyProviderType)?.body.httpBody
        } catch let error as EndpointRequestError {
            throw error
        } catch {
            throw .bodyNotEncodable(error)
        }
    }

    @inlinable
    static func request(
        url: URL,
        method: HTTPMethod,
        endpoint: some RequestProviderType
    ) throws(EndpointRequestError) -> URLRequest {
        let fields = (endpoint as? any HeaderFieldsProviderType)?.headerFields ?? [:]
        return try request(url: url, method: method, headerFields: fields, body: body(of: endpoint))
    }

    @usableFromInline
    static func request(
        url: URL,
        method: HTTPMethod,
        headerFields: [String: String],
        body: HTTPBody?
    ) throws(EndpointRequestError) -> URLRequest {
        var request = URLRequest(url: url)
        // GET is the default, and setting it again is expensive.
        if method.rawValue != "GET" {
            guard method.rawValue.isHTTPToken else { throw .invalidMethod(method.rawValue) }
            request.httpMethod = method.rawValue
        }

        var fields = headerFields
        if let body {
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
