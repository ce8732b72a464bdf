public import EndpointController
import Foundation

/// A page of a list, with references to the pages before and after it, such as those of Django REST framework.
public struct LinkedPage<Item: Decodable & Sendable>: Decodable, Sendable {
    public var results: [Item]
    public var next: String?
    public var previous: String?
}

/// A position in a list whose pages link to each other in both directions.
///
/// ```swift
/// var messages = try await TwoWayPager(api, from: ListMessages(around: 42), of: Message.self)
/// while let older = try await messages.goBack() { show(older) }
/// ```
public struct TwoWayPager<Item: Decodable & Sendable, ServerError: EndpointServerError>: Sendable {
    private let call: EndpointCall<ServerError>
    private var next: URL?
    private var previous: URL?

    /// The items of the current page.
    public private(set) var items: [Item] = []

    /// Loads the page where an endpoint begins, which need not be the first of the list.
    public init(
        _ api: EndpointController<ServerError>,
        from endpoint: some RequestProviderType,
        of item: Item.Type = Item.self
    ) async throws(EndpointError<ServerError>) {
        call = try api.call(endpoint)
        try await load(from: nil)
    }

    /// Loads the next page; returns nil, and stays where it is, if there is none.
    public mutating func goForward() async throws(EndpointError<ServerError>) -> [Item]? {
        guard let next else { return nil }
        try await load(from: next)
        return items
    }

    /// Loads the previous page; returns nil, and stays where it is, if there is none.
    public mutating func goBack() async throws(EndpointError<ServerError>) -> [Item]? {
        guard let previous else { return nil }
        try await load(from: previous)
        return items
    }

    private mutating func load(from url: URL?) async throws(EndpointError<ServerError>) {
        let parser = PayloadParser<([Item], URL?, URL?)> { response, decoder in
            let page = try PayloadParser<LinkedPage<Item>>.json.parse(response, decoder: decoder)
            // A reference may be relative to the URL of the page.
            let resolve = { (reference: String) in try response.request.url?.resolving(reference) }
            return (page.results, try page.next.flatMap(resolve), try page.previous.flatMap(resolve))
        }
        (items, next, previous) = try await call.load(parser, from: url)
    }
}
