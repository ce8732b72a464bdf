import EndpointController
@_spi(Tools) import Endpoint
import Foundation

/// A request and its outcome so far, including all secrets.
struct RecordedExchange: Sendable {
    /// The request, with its body in `httpBody` unless the body cannot be recorded.
    let request: URLRequest
    private var context: EndpointTransportContext
    /// The head of the response; nil before it arrives.
    var head: EndpointResponseHead?
    private var body = Data()
    /// The end of the call; `.abandoned` until the call fails or the response body has been read to its end.
    private var end = EndpointResponseBody.End.abandoned

    init(request: URLRequest, context: EndpointTransportContext) {
        self.request = request
        // A recording must not retain the closure for the progress.
        self.context = context
        self.context.onUpload = nil
    }

    mutating func receive(_ chunk: Data) {
        body.append(chunk)
    }

    /// Adds the end of the call; a cancellation after the deadline is recorded as a timeout.
    mutating func end(_ end: EndpointResponseBody.End) {
        if context.hasTimedOut, case .failed(EndpointTransportError.cancelled) = end {
            self.end = .failed(EndpointTransportError.timedOut)
        } else {
            self.end = end
        }
    }

    /// Returns a record without the secrets that a filter hides.
    func record(hiding secrets: SecretFilter) -> ExchangeRecord {
        let response = head.map { head in
            let fields = head.headerFields.filter { !isAboutCoding($0.key) }.mapValues(Self.validValue)
            let body = BodyRecord(body, contentType: head.headerField("Content-Type"), hiding: secrets)
            return ResponseRecord(
                status: head.statusCode, headerFields: secrets.hidden(inHeaderFields: fields), body: body,
                isCompressed: isCompressed(body))
        }
        var failure = failure
        if let reason = failure?.reason { failure?.reason = secrets.hidden(inText: reason) }
        return ExchangeRecord(
            request: RequestRecord(request, hiding: secrets), response: response, failure: failure)
    }

    /// Indicates whether the response body seems to be compressed, so that its secrets cannot be found.
    private func isCompressed(_ record: BodyRecord?) -> Bool {
        guard case .data? = record else { return false }
        let type = head?.headerField("Content-Type")?.lowercased() ?? ""
        let isReadable = type.isEmpty || ["json", "text/", "xml", "urlencoded"].contains { type.contains($0) }
        let isCoded = head?.headerField("Content-Encoding") != nil
        return body.isGzip ? isCoded || isReadable : isCoded && BodyRecord.isJSON(type)
    }

    /// Returns a value that a replay accepts: servers may send control characters, or white space at either end.
    private static func validValue(_ value: String) -> String {
        let scalars = value.unicodeScalars.map { $0 != "\t" && $0.properties.generalCategory == .control ? " " : $0 }
        return String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
    }

    /// Indicates whether to leave out a header field because it describes the body on the wire.
    ///
    /// A cassette stores the decoded body with secrets hidden, so the coding and the announced length may no longer be
    /// right. The length still matters if the body is missing or the call failed.
    private func isAboutCoding(_ name: String) -> Bool {
        if case .failed = end { return false }
        // A part of a coded body is not decoded.
        let isDecoded = head?.statusCode != 206
        let names = ["content-length", "transfer-encoding"] + (isDecoded ? ["content-encoding"] : [])
        return !body.isEmpty && names.contains(name.lowercased())
    }

    /// The failure, whose reason may contain secrets.
    private var failure: FailureRecord? {
        switch end {
        case .complete: nil
        case .failed(let error): FailureRecord(error)
        case .abandoned where head?.headerField("Content-Length") == "0": nil
        case .abandoned where head == nil: FailureRecord(kind: context.hasTimedOut ? .timedOut : .cancelled)
        case .abandoned: FailureRecord(kind: .abandoned)
        }
    }
}

extension FailureRecord {
    fileprivate init(_ error: any Error) {
        switch error as? EndpointTransportError {
        case .invalidRequest(let error): self.init(kind: .invalidRequest, reason: ErrorText.of(error))
        case .cancelled: self.init(kind: .cancelled)
        case .unreachable(let error):
            self.init(kind: .unreachable, reason: ErrorText.of(error), code: (error as? URLError)?.code.rawValue)
        case .notResponding(let error): self.init(kind: .notResponding, reason: ErrorText.of(error))
        case .timedOut: self.init(kind: .timedOut)
        case .truncated(let error): self.init(kind: .truncated, reason: ErrorText.of(error))
        default: self.init(kind: .truncated, reason: ErrorText.of(error))
        }
    }
}

extension Data {
    /// A Boolean value that indicates whether the data begins as gzip does (RFC 1952, section 2.3.1).
    var isGzip: Bool { starts(with: [0x1F, 0x8B]) }
}
