public import EndpointController
public import Foundation

/// The books with a certain subject.
public struct ListBooks: Sendable {
    public var subject: String

    public init(subject: String) {
        self.subject = subject
    }
}

extension ListBooks: APIEndpointType, PayloadProviderType {
    public typealias Payload = [Book]

    public var relativeURLString: String { "books" }
    public var queryItems: [URLQueryItem] { .items(["subject": subject, "sort": "title"]) }
}
