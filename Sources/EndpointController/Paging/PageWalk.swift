import Endpoint
import Foundation

/// The way through the pages of an endpoint: which request is next.
struct PageWalk: Sendable {
    /// The call for the page that is next.
    private(set) var call: Call

    private let paging: EndpointPaging
    private let original: URLRequest
    private var page = 1
    /// The links that were followed or the cursors that were sent.
    private var seen: Set<String> = []

    /// Begins at the first page.
    ///
    /// - Throws: `EndpointPagingError` or `EndpointRequestError`.
    init(_ call: Call, _ paging: EndpointPaging) throws {
        // Everything else can be sent for one page after the other, and whenever someone begins at the first again.
        guard call.request.httpBodyStream == nil || call.request.endpointBody != nil else {
            throw EndpointPagingError.bodyNotRepeatable
        }
        self.paging = paging
        self.call = call
        original = call.request
        switch paging.style {
        case .numbered: self.call.request = try paging.request(original, page: page)
        case .link, .cursor: self.call.request = try paging.request(original)
        }
        if paging.style == .link, let url = self.call.request.url { seen.insert(Self.key(of: url)) }
    }

    /// The way from the page after a response, or nil if there is none.
    ///
    /// - Throws: `EndpointPagingError` or `EndpointRequestError`.
    func after(_ response: EndpointResponse, _ payload: some PagedPayloadType) throws -> PageWalk? {
        var next = self
        let request: URLRequest
        switch paging.style {
        case .numbered:
            guard payload.pageItemCount >= paging.perPage ?? 1 else { return nil }
            next.page += 1
            request = try paging.request(original, page: next.page)
        case .link:
            guard let link = try response.headerField("Link").flatMap(LinkField.next) else { return nil }
            let url = try Self.url(link, relativeTo: response.request.url)
            guard next.seen.insert(Self.key(of: url)).inserted else { throw EndpointPagingError.repeatedLink(link) }
            request = original.leading(to: url)
        case .cursor(let name):
            guard let cursor = payload.nextCursor, !cursor.isEmpty else { return nil }
            guard next.seen.insert(cursor).inserted else { throw EndpointPagingError.repeatedCursor(cursor) }
            request = try paging.request(original, adding: [URLQueryItem(name: name, value: cursor)])
        }
        next.call = call.again(with: request)
        return next
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

    /// What makes two links one: a fragment is not sent.
    private static func key(of url: URL) -> String {
        String(url.absoluteString.prefix { $0 != "#" })
    }
}

extension EndpointPaging {
    /// The request for a page that has a number.
    func request(_ request: URLRequest, page: Int) throws -> URLRequest {
        guard case .numbered(let pageName, let offset) = style else { throw EndpointPagingError.noPageNumbers }
        let (number, isTooLarge) = page.addingReportingOverflow(offset)
        guard page >= 1, !isTooLarge else { throw EndpointPagingError.invalidPage(page) }
        return try self.request(request, adding: [URLQueryItem(name: pageName, value: String(number))])
    }

    /// The request with the query items of the paging.
    fileprivate func request(_ request: URLRequest, adding items: [URLQueryItem] = []) throws -> URLRequest {
        if let perPage, perPage < 1 { throw EndpointPagingError.invalidPerPage(perPage) }
        let count = perPage.map { [URLQueryItem(name: perPageName, value: String($0))] } ?? []
        var request = request
        request.url = try request.url?.replacingQueryItems(count + items)
        return request
    }
}

extension URLRequest {
    /// The request to another URL, without credentials if that is of another origin.
    fileprivate func leading(to url: URL) -> URLRequest {
        var request = self
        request.url = url
        if Origin(url) != Origin(self.url) { request.keepPublicHeaderFields(of: self) }
        return request
    }
}

extension Call {
    /// A call like this one with another request.
    func again(with request: URLRequest) -> Call {
        var call = self
        call.request = request
        call.sent = Locked(request)
        return call
    }
}
