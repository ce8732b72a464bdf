public import EndpointController

/// An error as the library describes it.
public struct BooksError: EndpointServerError {
    public var reason: String?
}
