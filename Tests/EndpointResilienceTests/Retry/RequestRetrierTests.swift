import EndpointResilience
import EndpointTesting
import Foundation
import TestSupport
import Testing

@Suite("RequestRetrier", .timeLimit(.minutes(1)))
struct RequestRetrierTests {
    private let clock = InstantClock()

    private func retrier(
        _ rules: RetryRules = RetryRules(),
        budget: RetryBudget = RetryBudget(),
        random: Double = 1
    ) -> RequestRetrier {
        RequestRetrier(rules, budget: budget, clock: clock, random: { random })
    }

    @Test("Retries after a status code of the rules", arguments: [408, 429, 500, 502, 503, 504])
    func statusCodes(_ statusCode: Int) async throws {
        let run = MiddlewareRun(statusCodes: [statusCode, 200])
        #expect(try await retrier().intercept(request(), next: run.next).statusCode == 200)
        #expect(run.sent.all.count == 2)
        let isThrottled = statusCode == 429 || statusCode == 503
        #expect(clock.sleeps.all == [isThrottled ? .seconds(1) : .milliseconds(50)])
    }

    @Test(
        "Returns other responses at once", arguments: [200, 204, 302, 304, 400, 401, 403, 404, 409, 425, 501, 505])
    func otherStatusCodes(_ statusCode: Int) async throws {
        let run = MiddlewareRun(statusCodes: [statusCode, 200])
        #expect(try await retrier().intercept(request(), next: run.next).statusCode == statusCode)
        #expect(run.sent.all.count == 1)
    }

    @Test("Follows custom rules")
    func otherRules() async throws {
        let rules = RetryRules(attempts: 2, statusCodes: [404], backoff: RetryBackoff(base: .seconds(3)))
        let run = MiddlewareRun(statusCodes: [404, 404, 200])
        #expect(try await retrier(rules).intercept(request(), next: run.next).statusCode == 404)
        #expect(run.sent.all.count == 2)
        #expect(clock.sleeps.all == [.seconds(3)])
        #expect(
            try await retrier(rules).intercept(request(), next: MiddlewareRun(statusCodes: [503, 200]).next).statusCode
                == 503)
    }

    @Test("Begins the pauses of throttling at a second, but keeps longer and limited ones")
    func throttledPauses() async throws {
        for (backoff, pause) in [
            (RetryBackoff(base: .milliseconds(50)), Duration.seconds(1)),
            (RetryBackoff(base: .seconds(3)), .seconds(3)),
            (RetryBackoff(base: .milliseconds(50), longest: .milliseconds(200)), .milliseconds(200)),
        ] {
            let rules = RetryRules(refusedStatusCodes: [529], backoff: backoff)
            for statusCode in [429, 503, 529] {
                let clock = InstantClock()
                let retrier = RequestRetrier(rules, clock: clock, random: { 1 })
                _ = try await retrier.intercept(request(), next: MiddlewareRun(statusCodes: [statusCode, 200]).next)
                #expect(clock.sleeps.all == [pause], "\(statusCode), \(backoff)")
            }
        }
    }

    @Test("Makes 3 attempts in all and returns the last response")
    func lastResponse() async throws {
        let run = MiddlewareRun(statusCodes: [500, 502, 504, 200])
        #expect(try await retrier().intercept(request(), next: run.next).statusCode == 504)
        #expect(clock.sleeps.all == [.milliseconds(50), .milliseconds(100)])
    }

    @Test("Throws the last error after the last attempt")
    func lastError() async throws {
        let run = MiddlewareRun([
            .success(response(500)), .failure(EndpointTransportError.timedOut),
            .failure(EndpointTransportError.notResponding(URLError(.badServerResponse))),
        ])
        let error = await #expect(throws: EndpointTransportError.self) {
            try await retrier().intercept(request(), next: run.next)
        }
        #expect(error?.kind == .notResponding)
        #expect(run.sent.all.count == 3)
    }

    @Test("Makes a single attempt if the rules allow no more", arguments: [1, 0, -1])
    func oneAttempt(_ attempts: Int) async throws {
        let run = MiddlewareRun(statusCodes: [503, 200])
        let rules = RetryRules(attempts: attempts)
        #expect(try await retrier(rules).intercept(request(), next: run.next).statusCode == 503)
        #expect(run.sent.all.count == 1)
    }

    @Test(
        "Retries an idempotent request after a network error",
        arguments: [
            EndpointTransportError.notResponding(URLError(.networkConnectionLost)), .timedOut,
            .truncated(URLError(.networkConnectionLost)), .unreachable(URLError(.secureConnectionFailed)),
            .unreachable(URLError(.secureConnectionFailed, userInfo: ["_kCFStreamErrorCodeKey": -9816])),
            .unreachable(URLError(.cannotConnectToHost)),
        ])
    func networkErrors(_ error: EndpointTransportError) async throws {
        for method in ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"] {
            let run = MiddlewareRun([.failure(error), .success(response(200))])
            #expect(try await retrier().intercept(request(method), next: run.next).statusCode == 200, "\(method)")
        }
    }

    @Test("Retries a request that is not idempotent only if nothing was sent")
    func unsentErrors() async throws {
        let unsent: [URLError.Code] = [
            .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .notConnectedToInternet, .dataNotAllowed,
            .internationalRoamingOff, .callIsActive,
        ]
        for code in unsent {
            let error = EndpointTransportError.unreachable(URLError(code))
            let run = MiddlewareRun([.failure(error), .success(response(201))])
            #expect(try await retrier().intercept(request("POST"), next: run.next).statusCode == 201, "\(error)")
        }
        let maybeSent: [EndpointTransportError] = [
            .notResponding(URLError(.networkConnectionLost)), .timedOut, .truncated(URLError(.cannotConnectToHost)),
            .unreachable(URLError(.secureConnectionFailed)), .unreachable(URLError(.unknown)),
        ]
        for method in ["POST", "PATCH", "CONNECT", "BREW"] {
            for error in maybeSent {
                let run = MiddlewareRun([.failure(error), .success(response(201))])
                let thrown = await #expect(throws: EndpointTransportError.self) {
                    try await retrier().intercept(request(method), next: run.next)
                }
                #expect(thrown?.description == error.description, "\(method)")
                #expect(run.sent.all.count == 1, "\(method): \(error)")
            }
        }
    }

    @Test("Returns any response to a POST at once")
    func post() async throws {
        let run = MiddlewareRun(statusCodes: [503, 200])
        #expect(try await retrier().intercept(request("POST"), next: run.next).statusCode == 503)
        #expect(run.sent.all.count == 1)
    }

    private struct Search: APIEndpointType, RulesProviderType {
        var rules: EndpointRules { EndpointRules(isRepeatable: isRepeatable) }
        var isRepeatable: Bool
        var relativeURLString: String { "search" }
        var method: HTTPMethod { isRepeatable ? .post : .get }
    }

    @Test("Follows isRepeatable of the endpoint", arguments: [true, false])
    func repeatableEndpoint(_ isRepeatable: Bool) async throws {
        let search = Search(isRepeatable: isRepeatable)
        let run = MiddlewareRun(statusCodes: [503, 200], endpoint: search)
        let response = try await retrier().intercept(search.request(baseURL: baseURL), next: run.next)
        #expect(response.statusCode == (isRepeatable ? 200 : 503))
    }

    @Test(
        "Does not repeat a GET that is not repeatable, even if the transport could not connect",
        arguments: [URLError.Code.cannotConnectToHost, .cannotFindHost])
    func unrepeatableGET(_ code: URLError.Code) async throws {
        let error = EndpointTransportError.unreachable(URLError(code))
        let run = MiddlewareRun(
            [.failure(error), .success(response(200))], endpoint: Search(isRepeatable: false))
        let thrown = await #expect(throws: EndpointTransportError.self) {
            try await retrier().intercept(request(), next: run.next)
        }
        #expect(thrown?.description == error.description)
        #expect(run.sent.all.count == 1)
    }

    @Test(
        "Does not retry after a permanent error",
        arguments: [
            EndpointTransportError.cancelled, .invalidRequest(URLError(.badURL)),
            .unreachable(URLError(.serverCertificateUntrusted)), .unreachable(URLError(.serverCertificateHasBadDate)),
            .unreachable(URLError(.clientCertificateRequired)),
            .unreachable(URLError(.appTransportSecurityRequiresSecureConnection)),
            .unreachable(URLError(.secureConnectionFailed, userInfo: ["_kCFStreamErrorCodeKey": -9802])),
            .unreachable(Complaint("SSL certificate problem: self-signed certificate")),
            .unreachable(Complaint("handshakeFailed(CERTIFICATE_VERIFY_FAILED)")),
            .unreachable(Complaint("No host in the certificate.")),
            .unreachable(Complaint("failedToLoadCertificate")), .unreachable(Complaint("certificateExpired")),
            .unreachable(Complaint("Cannot open /etc/ssl/certs/ca-certificates.crt")),
        ])
    func finalErrors(_ error: EndpointTransportError) async throws {
        let run = MiddlewareRun([.failure(error), .success(response(200))])
        let thrown = await #expect(throws: EndpointTransportError.self) {
            try await retrier().intercept(request(), next: run.next)
        }
        #expect(thrown?.description == error.description)
        #expect(run.sent.all.count == 1)
    }

    @Test(
        "Retries if the word \"certificate\" is only in the name of the host",
        arguments: [
            "Could not resolve host: certificates.example.com", "Could not resolve proxy: certificates.example.com",
            "Failed to connect to certificate:8443",
            #"NIOConnectionError(host: "api.certificate.example", port: 443)"#,
            "OpenSSL SSL_connect: Connection reset by peer in connection to certificate:443",
        ])
    func certificateHost(_ text: String) async throws {
        let linux = URLError(.cannotConnectToHost, userInfo: [NSLocalizedDescriptionKey: text])
        for error in [linux, Complaint(text) as any Error] {
            let run = MiddlewareRun([
                .failure(EndpointTransportError.unreachable(error)), .success(response(200)),
            ])
            #expect(try await retrier().intercept(request(), next: run.next).statusCode == 200, "\(error)")
        }
    }

    @Test("Rethrows the errors of other middleware, and a cancellation, at once")
    func otherErrors() async throws {
        for error in [CancellationError(), Complaint("no token") as any Error] {
            let run = MiddlewareRun([.failure(error), .success(response(200))])
            let thrown = await #expect(throws: (any Error).self) {
                try await retrier().intercept(request(), next: run.next)
            }
            #expect(thrown.map { "\($0)" } == "\(error)")
            #expect(run.sent.all.count == 1, "\(error)")
        }
    }

    @Test("Does not retry a request whose body cannot be read again")
    func oneStream() async throws {
        let unsent = EndpointTransportError.unreachable(URLError(.cannotConnectToHost))
        for (method, error) in [("PUT", unsent), ("PUT", .timedOut), ("POST", unsent)] {
            var upload = request(method)
            upload.httpBodyStream = InputStream(data: Data("once".utf8))
            let run = MiddlewareRun([.failure(error), .success(response(200))])
            let thrown = await #expect(throws: EndpointTransportError.self) {
                try await retrier().intercept(upload, next: run.next)
            }
            #expect(thrown?.description == error.description)
            #expect(run.sent.all.count == 1, "\(method): \(error)")
        }
    }

    @Test("Returns the 504 of a cache to a request that accepts only a stored response, and keeps the budget")
    func onlyIfCached() async throws {
        var (fields, policy) = (request(), request())
        fields.setValue("max-stale, Only-If-Cached", forHTTPHeaderField: "Cache-Control")
        policy.cachePolicy = .returnCacheDataDontLoad
        let retrier = retrier(budget: RetryBudget(capacity: 14))
        for request in [fields, policy, fields, policy] {
            let run = MiddlewareRun(statusCodes: [504, 200])
            #expect(try await retrier.intercept(request, next: run.next).statusCode == 504)
            #expect(run.sent.all.count == 1)
        }
        let run = MiddlewareRun(statusCodes: [504, 200])
        #expect(try await retrier.intercept(request(), next: run.next).statusCode == 200)
    }

    @Test("Returns the response when the budget is empty")
    func emptyBudget() async throws {
        let run = MiddlewareRun(statusCodes: [500, 500, 200])
        let retrier = retrier(budget: RetryBudget(capacity: 14))
        #expect(try await retrier.intercept(request(), next: run.next).statusCode == 500)
        #expect(run.sent.all.count == 2)
    }
}

/// An error with a text.
struct Complaint: LocalizedError {
    var errorDescription: String?

    init(_ text: String) {
        errorDescription = text
    }
}
