#if Logging
import EndpointController
import TestSupport
import EndpointObservability
import Foundation
import InMemoryLogging
import Logging
import Testing

/// Tests of the header fields and bodies in the log.
@Suite(.timeLimit(.minutes(1))) struct RequestLoggerContentTests {
    private let url = "https://example.com/users"

    /// Sends and receives header fields and text, and returns the log.
    private func log(_ level: Logger.Level, body: String = "hello", longest: Int = 16_384) async throws -> Log {
        let log = Log(level)
        // The levels of the lines differ from the level of the logger, which alone decides about content.
        let logger = RequestLogger(
            log.logger, requestLevel: .info, responseLevel: .info, failureLevel: .info, longestBody: longest)
        let controller = controller(logger) {
            answer(to: $0, fields: ["Content-Type": "text/plain", "X-Received": "there"], chunks: [body])
        }
        var endpoint = try Given(url: url, method: "POST")
        endpoint.request.setValue("here", forHTTPHeaderField: "X-Sent")
        endpoint.request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        endpoint.request.httpBody = Data(body.utf8)
        _ = try await controller.load(endpoint.parsed(by: .response))
        return log
    }

    @Test func logsContentOnlyInTraceLines() async throws {
        let log = try await log(.trace)
        #expect(
            log.messages == [
                "info: Request", "trace: Content of the request", "info: Response", "trace: Content of the response",
            ])
        for line in log.lines where line.level != .trace {
            #expect(!"\(line.metadata)".contains("hello") && !"\(line.metadata)".contains("here"))
        }
        #expect(log.lines[1]["http.request.body"] == "hello")
        #expect(
            log.lines[1].metadata["http.request.header"] == ["x-sent": "here", "content-type": "text/plain"])
        #expect(log.lines[3]["http.response.body"] == "hello")
        #expect(
            log.lines[3].metadata["http.response.header"] == ["x-received": "there", "content-type": "text/plain"])
    }

    @Test func omitsContentAtTheLevelDebug() async throws {
        let log = try await log(.debug)
        #expect(log.lines.count == 2)
        #expect(!log.texts.joined().contains("hello"))
        #expect(!log.texts.joined().contains("here"))
    }

    @Test func logsOnlyTheSizeOfALongBody() async throws {
        let log = try await log(.trace, body: "123456", longest: 5)
        #expect(log.lines[1]["http.request.body"] == "(6 bytes)")
        #expect(log.lines[3]["http.response.body"] == "(6 bytes)")
    }

    @Test(arguments: Exposure.all) func keepsSecretsOutOfTheLog(exposure: Exposure) async throws {
        let log = Log(.trace)
        try await exposure.load(with: RequestLogger(log.logger, largeResponse: 1))
        #expect(log.lines.count >= 3)
        for text in log.texts { #expect(!text.contains(Exposure.secret), "\(text)") }
    }

    @Test(arguments: ["\n", "\r", "\u{1B}[31m", "\u{85}", "\u{2028}", "\u{202E}"])
    func keepsLineBreaksAndControlCharactersOutOfTheLog(evil: String) async throws {
        struct Complaint: LocalizedError { let errorDescription: String? }
        let text = "a\(evil)warning: forged"
        let log = Log(.trace)
        let controller = controller(RequestLogger(log.logger)) {
            answer(
                to: $0, fields: ["Content-Type": "text/plain", "X-Received": text], chunks: [text],
                end: $0.httpMethod == "GET" ? .truncated(Complaint(errorDescription: text)) : nil)
        }
        for method in ["GET", "POST", text] {
            var endpoint = try Given(url: url, method: method)
            if method != "GET" { endpoint.request.httpBody = Data(text.utf8) }
            // The controller refuses such a request after the middleware, so the other two do not have the field.
            if method == text {
                endpoint.request.setValue(text, forHTTPHeaderField: "X-Sent")
                endpoint.request.setValue(text, forHTTPHeaderField: text)
            }
            _ = try? await controller.load(endpoint.parsed(by: .response))
        }
        #expect(log.lines.count == 11)
        for text in log.texts {
            let controls = text.unicodeScalars.filter {
                [.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
            }
            #expect(controls.isEmpty, "\(text.debugDescription)")
        }
        #expect(log.texts.joined().contains("forged"))
    }
}
#endif
