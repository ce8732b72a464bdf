import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport

@testable import EndpointCache

/// The outcome of a row.
enum CacheRowVerdict: Equatable {
    case passed
    case failed(String)
    case inconclusive(String)
}

/// Runs a row over a separate cache.
struct CacheRowRun {
    private let row: CacheRow
    private let clock = ManualClock(start: Date(timeIntervalSince1970: 1_735_689_600))
    private let origin: CacheRowOrigin
    private let cache: CachingTransport

    init(_ row: CacheRow) {
        self.row = row
        origin = CacheRowOrigin(row, clock)
        // The fields that the suite invents do not identify users.
        let fields: Set = ["Abc", "Bar", "Baz", "Foo", "Other", "Test-Step"]
        cache = CachingTransport(origin, unkeyedFields: fields) { [clock] in clock.date }
    }

    func verdict() async -> CacheRowVerdict {
        for index in row.steps.indices {
            let result: Result<EndpointResponse, any Error>
            do {
                result = .success(try await send(row.steps[index].request, number: index + 1))
            } catch {
                result = .failure(error)
            }
            if let verdict = judge(index, result) { return verdict }
            clock.advance(by: .seconds(row.steps[index].pause_seconds ?? 0))
        }
        return .passed
    }

    private func send(_ step: CacheRow.Request, number: Int) async throws -> EndpointResponse {
        var request = URLRequest(url: url("http://origin.test" + step.path))
        request.httpMethod = step.method ?? "GET"
        request.httpBody = step.body.map { Data($0.utf8) }
        if step.cache == "no-cache" { request.setValue("max-age=0", forHTTPHeaderField: "Cache-Control") }
        for field in step.headers ?? [] {
            if case .text(let text) = field.value { request.addValue(text, forHTTPHeaderField: field.name) }
        }
        request.setValue(String(number), forHTTPHeaderField: "Test-Step")
        let streamed = try await cache.send(request)
        var response = EndpointResponse(request: request, head: streamed.head, body: Data())
        for try await chunk in streamed.body { response.body += chunk }
        // A validation in the background belongs to this step.
        try await waitWhile(cache.isRefreshing(request))
        return response
    }

    /// The verdict after a step, or nil to go on.
    private func judge(_ index: Int, _ result: Result<EndpointResponse, any Error>) -> CacheRowVerdict? {
        let step = row.steps[index]
        let visits = origin.visits[index + 1] ?? []
        if visits.count > 1, step.response?.disconnect != true { return .inconclusive("step \(index + 1): sent twice") }
        guard let expect = step.expect else { return nil }
        func outcome(_ check: String, _ what: String) -> CacheRowVerdict {
            let text = "step \(index + 1): \(check): \(what)"
            return step.preconditions?.contains(check) ?? false ? .inconclusive(text) : .failed(text)
        }
        guard case .success(let response) = result else {
            if expect.from == "none" { return nil }
            return outcome(expect.from == nil ? "status" : "from", "\(result)")
        }
        let visit = visits.last
        if let from = expect.from, !isFrom(from, index + 1, response, visit) {
            return outcome("from", "\(from), but Origin-Step is \(response.headerField("Origin-Step") ?? "absent")")
        }
        if expect.from != "cache", let visit, let lost = undelivered(step.response, visit, response) {
            return .inconclusive("step \(index + 1): \(lost) was not delivered")
        }
        if let status = expect.status, response.statusCode != status {
            return outcome("status", "\(response.statusCode)")
        }
        if let body = expect.body, response.body != Data(body.utf8) {
            return outcome("body", String(decoding: response.body, as: UTF8.self))
        }
        if let field = expect.response_headers?.first(where: { !has(response, $0) }) {
            return outcome("response_headers", "\(field.name): \(response.headerField(field.name) ?? "absent")")
        }
        let present = expect.response_headers_absent?.first { field in
            guard let value = response.headerField(field.name) else { return false }
            guard case .text(let text) = field.value else { return true }
            return value.contains(text)
        }
        if let present { return outcome("response_headers_absent", present.name) }
        for field in expect.origin_headers ?? [] {
            guard case .text(let text) = field.value else { continue }
            let value = visit?.headers.first { $0.key.lowercased() == field.name.lowercased() }?.value
            if value != text { return outcome("origin_headers", "\(field.name): \(value ?? "absent")") }
        }
        if let method = expect.origin_method, visit?.method != method { return outcome("origin_method", method) }
        return nil
    }

    private func isFrom(_ from: String, _ number: Int, _ response: EndpointResponse, _ visit: CacheRowOrigin.Visit?)
        -> Bool
    {
        let originStep = response.headerField("Origin-Step").flatMap { Int($0) }
        switch from {
        case "cache": return originStep.map { $0 < number } ?? (response.statusCode == 304)
        case "origin": return originStep == number
        case "validated-etag": return visit?.isValidation.tag ?? false
        case "validated-modified": return visit?.isValidation.date ?? false
        case "none": return originStep == nil
        default: return false
        }
    }

    /// The name of a field that the origin has sent and the caller did not get.
    private func undelivered(
        _ sent: CacheRow.Response?,
        _ visit: CacheRowOrigin.Visit,
        _ response: EndpointResponse
    ) -> String? {
        let unchecked = Set(["date", "set-cookie", "set-cookie2"] + (sent?.unchecked ?? []).map { $0.lowercased() })
        return (sent?.headers ?? []).map(\.name).first { name in
            let values = visit.sent.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
            return !unchecked.contains(name.lowercased())
                && response.headerField(name) != values.joined(separator: ", ")
        }
    }

    private func has(_ response: EndpointResponse, _ field: CacheRow.Field) -> Bool {
        guard let value = response.headerField(field.name) else { return false }
        switch field.value {
        case .present: return true
        case .text(let text): return value == text
        case .moreThan(let number): return Int(value).map { $0 > number } ?? false
        case .nowPlus(let seconds):
            let step = response.headerField("Origin-Step").flatMap { Int($0) } ?? 0
            guard let date = origin.visits[step]?.last?.date else { return false }
            return value == HTTPDate.text(date.addingTimeInterval(TimeInterval(seconds)))
        }
    }
}
