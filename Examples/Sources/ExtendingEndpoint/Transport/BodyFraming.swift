import EndpointController

/// The way in which the end of a body is found (RFC 9112, section 6.3).
enum BodyFraming {
    case length(Int64)
    case chunked
    case untilClose

    init(of head: EndpointResponseHead, method: String?) throws(SocketError) {
        // `bodyLength(method:)` is nil for a body with a content coding, whose length on the wire is needed here.
        let lines = head.fieldLines.filter { $0.name.lowercased() != "content-encoding" }
        let uncoded = EndpointResponseHead(url: nil, statusCode: head.statusCode, fieldLines: lines)
        if let length = uncoded.bodyLength(method: method) {
            self = .length(length)
        } else if let coding = head.headerField("Transfer-Encoding") {
            self = coding.lowercased().hasSuffix("chunked") ? .chunked : .untilClose
        } else {
            // The length is not a number, or there are several.
            guard head.headerField("Content-Length") == nil else { throw .invalidHead }
            self = .untilClose
        }
    }
}
