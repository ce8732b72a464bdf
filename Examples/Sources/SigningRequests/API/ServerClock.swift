import EndpointController
import Foundation

/// A clock that is set by the server, if the server refuses a request and its time differs by five minutes or more.
actor ServerClock: EndpointMiddleware {
    private var offset: TimeInterval = 0

    var now: Date { Date(timeIntervalSinceNow: offset) }

    nonisolated var seesEachRequest: Bool { true }

    func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        let sent = now
        let response = try await next(request)
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        guard response.statusCode == 403, next.trusts(request),
            let date = response.headerField("Date").flatMap(format.date), abs(date.timeIntervalSince(sent)) >= 300
        else { return response }
        offset = date.timeIntervalSinceNow
        // A server that refuses a signature has not acted on the request. But some streams can be read only once.
        guard request.httpBodyStream == nil || next.isRepeatable(request) else { return response }
        return try await next(request)
    }
}
