public import EndpointController

/// Where the library is.
public enum BooksServer: String, ServerType {
    case production = "https://books.example.com/v1/"
}
