public import EndpointController

/// The server of the library.
public enum BooksServer: String, ServerType {
    case production = "https://books.example.com/v1/"
}
