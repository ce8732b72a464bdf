public import EndpointController

/// Lends a book to a reader.
public struct LendBook: Sendable {
    public struct Request: Codable, Sendable {
        public var reader: String
        public var weeks: Int
    }

    public var id: Int
    public var request: Request

    public init(id: Int, reader: String, weeks: Int = 4) {
        self.id = id
        request = Request(reader: reader, weeks: weeks)
    }
}

extension LendBook: APIEndpointType, PayloadProviderType {
    public typealias Payload = Book

    public var method: HTTPMethod { .post }
    public var relativeURLString: String { "books/\(segment: id)/loans" }
    public var body: HTTPBody { .jsonEncoded(request) }
}
