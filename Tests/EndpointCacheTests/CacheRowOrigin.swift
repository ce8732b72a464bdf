import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport

@testable import EndpointCache

/// The origin server of a row.
final class CacheRowOrigin: EndpointTransport {
    /// A request that has arrived in a step, and the response to it.
    struct Visit {
        var method: String
        var headers: [String: String]
        var date: Date
        var sent: [(name: String, value: String)] = []
        var isValidation: (tag: Bool, date: Bool) = (false, false)
    }

    private let row: CacheRow
    private let clock: ManualClock
    private let state = Locked<[Int: [Visit]]>([:])

    init(_ row: CacheRow, _ clock: ManualClock) {
        self.row = row
        self.clock = clock
    }

    /// The requests that have arrived, by the number of the step.
    var visits: [Int: [Visit]] { state.withLock(\.self) }

    func send(
        _ outgoing: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let request = outgoing.urlRequest
        let number = request.value(forHTTPHeaderField: "Test-Step").flatMap { Int($0) } ?? 0
        guard row.steps.indices.contains(number - 1), let response = row.steps[number - 1].response else {
            throw .notResponding(URLError(.unsupportedURL))
        }
        clock.advance(by: .seconds(response.delay_seconds ?? 0))
        var visit = Visit(
            method: request.httpMethod ?? "GET", headers: request.allHTTPHeaderFields ?? [:], date: clock.date)
        if response.disconnect == true {
            state.withLock { $0[number, default: []].append(visit) }
            throw .notResponding(URLError(.networkConnectionLost))
        }
        func isEqual(_ condition: String, _ name: String) -> Bool {
            guard number > 1,
                let field = row.steps[number - 2].response?.headers?.last(where: {
                    $0.name.lowercased() == name
                })
            else { return false }
            var value = state.withLock { $0[number - 1]?.last?.sent.last { $0.name == field.name }?.value }
            if case .text(let text) = field.value { value = text }
            return value != nil && request.value(forHTTPHeaderField: condition) == value
        }
        if response.conditional == true {
            visit.isValidation = (isEqual("If-None-Match", "etag"), isEqual("If-Modified-Since", "last-modified"))
        }
        let isValidated = visit.isValidation.tag || visit.isValidation.date
        let status = response.conditional != true ? response.status ?? 200 : isValidated ? 304 : 599
        let body = request.httpMethod == "HEAD" || [204, 304].contains(status) ? "" : response.body ?? ""
        visit.sent = lines(response, number: number, status: status, body: body)
        state.withLock { [visit] in $0[number, default: []].append(visit) }
        let head = EndpointResponseHead(url: request.url, statusCode: status, fieldLines: visit.sent)
        return EndpointStreamedResponse(head: head, body: EndpointResponseBody(Data(body.utf8)))
    }

    private func lines(
        _ response: CacheRow.Response,
        number: Int,
        status: Int,
        body: String
    ) -> [(name: String, value: String)] {
        var lines: [(name: String, value: String)] = (response.headers ?? []).map { field in
            switch field.value {
            case .text(let text): (field.name, text)
            case .nowPlus(let seconds): (field.name, clock.text(plus: seconds))
            case .present, .moreThan: (field.name, "")
            }
        }
        func add(_ name: String, _ value: String, unless names: [String]) {
            let isThere = lines.contains { line in names.contains { $0 == line.name.lowercased() } }
            if !isThere { lines.append((name, value)) }
        }
        add("Date", clock.text(plus: 0), unless: ["date"])
        add("Content-Type", "text/plain", unless: ["content-type"])
        if status != 204, status != 304 {
            add("Content-Length", String(body.utf8.count), unless: ["content-length", "transfer-encoding"])
        }
        lines.append(("Origin-Step", String(number)))
        return lines
    }
}

extension ManualClock {
    /// Returns the date of the clock plus a number of seconds, as HTTP writes dates.
    func text(plus seconds: Int) -> String { HTTPDate.text(date.addingTimeInterval(TimeInterval(seconds))) }
}
