import EndpointController
import Foundation

/// A position in the pages of an endpoint, before the page that `call` loads.
struct PageWalk: Sendable {
    private(set) var call: Call

    private let paging: EndpointPaging
    private let original: URLRequest
    private var page = 1
    /// The number of items that the request asks for on each page; nil if it does not ask for a number.
    private let askedCount: Int?
    /// A Boolean value that indicates whether an earlier page had at least as many items as were asked for, so that a
    /// page with fewer is the last.
    private var isCountHonoured = false
    /// A Boolean value that indicates whether a link was followed: from then on, no page is requested by its number.
    private var isLinked = false
    /// The URLs that were requested, and the cursors that were sent; with cursors, only the first URL.
    private var seen: Set<String> = []

    /// Creates a walk that begins at the first page, or at the page that the endpoint's query asks for.
    ///
    /// - Throws: `EndpointPagingError` or `EndpointRequestError`.
    init(_ call: Call, _ paging: EndpointPaging) throws {
        // Each page needs its own request, but a body stream that cannot be made again can be sent only once.
        guard call.request.canBeReadAgain else { throw EndpointPagingError.bodyNotRepeatable }
        self.paging = paging
        self.call = call
        original = call.request
        switch paging.style {
        case .numbered(let pageName, let offset):
            if let own = original.queryItem(pageName).flatMap({ Int($0) }) {
                page = own.subtractingReportingOverflow(offset).partialValue
            }
            self.call = call.with(try paging.request(original, page: page))
        case .cursor(let name):
            if let own = original.queryItem(name) { seen.insert(own) }
            self.call = call.with(try paging.request(original))
        case .link, .nextURL: self.call = call.with(try paging.request(original))
        }
        askedCount = self.call.request.queryItem(paging.perPageName).flatMap { Int($0) }
        if let url = self.call.request.url { seen.insert(Self.key(of: url)) }
    }

    /// Returns the walk from the page after a response, or nil if there is no such page.
    ///
    /// - Throws: `EndpointPagingError` or `EndpointRequestError`.
    func after(_ response: EndpointResponse, _ payload: some PagedPayloadType) throws -> PageWalk? {
        var next = self
        let request: URLRequest
        switch paging.style {
        case .numbered where !isLinked:
            let count = payload.pageItemCount
            if let askedCount, count >= askedCount { next.isCountHonoured = true }
            // After the largest number comes a negative number, which `request` refuses.
            next.page &+= 1
            if count == 0 || isCountHonoured && count < askedCount ?? 1 {
                // This seems to be the last page, but a link to a next page is more reliable than the number of items.
                guard let link = try? LinkField.next(in: response.head) else { return nil }
                request = try next.request(following: link, from: response)
            } else {
                request = try paging.request(original, page: next.page)
                if let url = request.url { next.seen.insert(Self.key(of: url)) }
            }
        case .link, .numbered:
            guard let link = try LinkField.next(in: response.head) else { return nil }
            request = try next.request(following: link, from: response)
        case .nextURL:
            guard let url = payload.nextURL else { return nil }
            request = try next.request(following: url.absoluteString, from: response)
        case .cursor(let name):
            guard let cursor = payload.nextCursor, !cursor.isEmpty else { return nil }
            guard next.seen.insert(cursor).inserted else { throw EndpointPagingError.repeatedCursor(cursor) }
            request = try paging.request(original, adding: [URLQueryItem(name: name, value: cursor)])
        }
        next.call = call.with(request)
        return next
    }

    /// Returns the request for the page that a link leads to; throws an error if the link is not valid or the page's
    /// URL was requested before.
    private mutating func request(following link: String, from response: EndpointResponse) throws -> URLRequest {
        let url = try Self.url(link, relativeTo: response.request.url)
        guard seen.insert(Self.key(of: url)).inserted else { throw EndpointPagingError.repeatedLink(link) }
        isLinked = true
        var request = original
        request.lead(to: url, of: call)
        return request
    }

    private static func url(_ link: String, relativeTo base: URL?) throws(EndpointPagingError) -> URL {
        do {
            return try URLResolution.webURL(link, relativeTo: base)
        } catch .invalidPort(let port, _) {
            throw .invalidPort(port, in: link)
        } catch {
            throw .invalidLink(link)
        }
    }

    /// Returns the key by which links are compared: the URL without its fragment, which is not sent.
    private static func key(of url: URL) -> String {
        String(url.absoluteString.prefix { $0 != "#" })
    }
}

extension EndpointPaging {
    func request(_ request: URLRequest, page: Int) throws -> URLRequest {
        guard case .numbered(let pageName, let offset) = style else { throw EndpointPagingError.noPageNumbers }
        let (number, isTooLarge) = page.addingReportingOverflow(offset)
        guard page >= 1, !isTooLarge else { throw EndpointPagingError.invalidPage(page) }
        return try self.request(request, adding: [URLQueryItem(name: pageName, value: String(number))])
    }

    /// Returns the request with the page size, unless it already has one, and with query items that replace its items
    /// of the same names.
    fileprivate func request(_ request: URLRequest, adding items: [URLQueryItem] = []) throws -> URLRequest {
        if let perPage, perPage < 1 { throw EndpointPagingError.invalidPerPage(perPage) }
        // The endpoint's own page size takes precedence.
        let count = request.queryItem(perPageName) == nil ? perPage : nil
        let items = (count.map { [URLQueryItem(name: perPageName, value: String($0))] } ?? []) + items
        if items.isEmpty { return request }
        var request = request
        request.url = try request.url?.replacingQueryItems(items)
        return request
    }
}

extension URLRequest {
    /// Returns the value of the first query item with a given name: empty if it has no value, nil if no item matches.
    fileprivate func queryItem(_ name: String) -> String? {
        guard let url, let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems else {
            return nil
        }
        return items.first { $0.name == name }.map { $0.value ?? "" }
    }
}
