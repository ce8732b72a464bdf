import EndpointController
import Foundation

/// A position in the pages of an endpoint, whose requests differ only in their URLs.
struct PageWalk: Sendable {
    /// The URL of the next page.
    private(set) var url: URL

    /// The URL of the endpoint's own request.
    private let original: URL
    private let paging: EndpointPaging
    /// A Boolean value that indicates whether a link may repeat a secret path.
    private let hasSecretPath: Bool
    /// The number of the next page, counted from 1, or the offset of its first item.
    private var position = 1
    /// The number of items that the request asks for on each page; nil if it does not ask for a number.
    private let askedCount: Int?
    /// A Boolean value that indicates whether an earlier page was full, so that a page with fewer items is the last.
    private var isCountHonoured = false
    /// A Boolean value that indicates whether a link was followed: from then on, no page is requested by its position.
    private var isLinked = false
    /// A Boolean value that indicates whether the next page is the first.
    private var isFirst = true
    /// The URLs that were requested, and the cursors that were sent; with cursors, only the first URL.
    private var seen: Set<String> = []

    /// Creates a walk that begins at the first page, or at the page that the endpoint's query asks for.
    ///
    /// - Throws: `EndpointPagingError` or `EndpointRequestError`.
    init(_ request: URLRequest, _ rules: EndpointRules, _ paging: EndpointPaging) throws {
        // Each page needs its own request, but a body stream that cannot be made again can be sent only once.
        guard request.canBeReadAgain else { throw EndpointPagingError.bodyNotRepeatable }
        guard let original = request.url else { throw EndpointRequestError.missingURL }
        self.original = original
        self.paging = paging
        hasSecretPath = rules.hasSecretPath == true
        switch paging.style {
        case .numbered(let name, let offset):
            if let own = original.number(name) { position = own.subtractingReportingOverflow(offset).partialValue }
        case .offset(let name): position = original.number(name) ?? 0
        case .cursor(let name): if let own = original.queryItem(name) { seen.insert(own) }
        case .link, .nextURL: break
        }
        url = try paging.url(original, at: position)
        askedCount = url.number(paging.perPageName)
        seen.insert(url.withoutFragment)
    }

    /// Indicates whether a status code in answer to the request for the next page means that there is no such page.
    func ends(at statusCode: Int) -> Bool { !isFirst && !isLinked && paging.endStatusCodes.contains(statusCode) }

    /// Moves to the page after a response, and returns false if there is no such page.
    ///
    /// - Throws: `EndpointPagingError` or `EndpointRequestError`.
    mutating func advance(after response: EndpointResponse, _ payload: some PagedPayloadType) throws -> Bool {
        do {
            return try step(after: response, payload)
        } catch let error as EndpointPagingError where hasSecretPath {
            throw error.withoutLink
        }
    }

    private mutating func step(after response: EndpointResponse, _ payload: some PagedPayloadType) throws -> Bool {
        isFirst = false
        switch paging.style {
        case .numbered where !isLinked, .offset where !isLinked:
            let count = payload.pageItemCount
            if let askedCount, count >= askedCount { isCountHonoured = true }
            if count == 0 || isCountHonoured && count < askedCount ?? 1 {
                // This seems to be the last page, but a link to a next page is more reliable than the number of items.
                return try move(to: try? LinkField.target(of: "next", in: response.head), from: response)
            }
            // After the largest number comes a negative number, which is refused.
            if case .offset = paging.style { position &+= count } else { position &+= 1 }
            url = try paging.url(original, at: position)
            seen.insert(url.withoutFragment)
        case .numbered, .offset:
            return try move(to: try LinkField.target(of: "next", in: response.head), from: response)
        case .link(let relation):
            return try move(to: try LinkField.target(of: relation, in: response.head), from: response)
        case .nextURL:
            return try move(to: payload.nextURL.pageReference, from: response)
        case .cursor(let name):
            guard let cursor = payload.nextCursor.pageCursor, !cursor.isEmpty else { return false }
            guard seen.insert(cursor).inserted else { throw EndpointPagingError.repeatedCursor(cursor) }
            url = try paging.url(original, adding: URLQueryItem(name: name, value: cursor))
        }
        return true
    }

    /// Moves to the page that a link leads to, and returns false if the link is nil.
    ///
    /// - Throws: `EndpointPagingError` if the link is not valid or the page's URL was requested before.
    private mutating func move(
        to link: String?,
        from response: EndpointResponse
    ) throws(EndpointPagingError) -> Bool {
        guard let link else { return false }
        do {
            url = try (response.request.url ?? url).resolving(link)
        } catch .invalidPort(let port, _) {
            throw .invalidPort(port, in: link)
        } catch {
            throw .invalidLink(link)
        }
        guard seen.insert(url.withoutFragment).inserted else { throw .repeatedLink(link) }
        isLinked = true
        return true
    }
}

extension EndpointPaging {
    /// Returns the URL of the page with a number, counted from 1, or at an offset; without either, of the first page.
    func url(_ url: URL, at position: Int) throws -> URL {
        switch style {
        case .numbered(let name, let offset):
            let (number, isTooLarge) = position.addingReportingOverflow(offset)
            guard position >= 1, !isTooLarge else { throw EndpointPagingError.invalidPage(position) }
            return try self.url(url, adding: URLQueryItem(name: name, value: String(number)))
        case .offset(let name):
            guard position >= 0 else { throw EndpointPagingError.invalidOffset(position) }
            return try self.url(url, adding: URLQueryItem(name: name, value: String(position)))
        case .link, .nextURL, .cursor:
            return try self.url(url)
        }
    }

    /// Returns the URL with the page size, unless it has its own, and with an item in place of those of the same name.
    fileprivate func url(_ url: URL, adding item: URLQueryItem? = nil) throws -> URL {
        if let perPage, perPage < 1 { throw EndpointPagingError.invalidPerPage(perPage) }
        let count = url.queryItem(perPageName) == nil ? perPage : nil
        var items = count.map { [URLQueryItem(name: perPageName, value: String($0))] } ?? []
        if let item { items.append(item) }
        return items.isEmpty ? url : try url.replacingQueryItems(items)
    }
}
