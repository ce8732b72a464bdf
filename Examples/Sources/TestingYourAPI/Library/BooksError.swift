public import EndpointController

/// What the library says of an error.
public struct BooksError: EndpointServerError {
    public var reason: String?
}
