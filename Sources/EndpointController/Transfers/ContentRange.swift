import Endpoint
import Foundation

/// The part of a file that a 206 response contains (RFC 9110, section 14.4).
struct ContentRange: Equatable {
    let first: Int64
    let last: Int64
    /// The length of the file; nil if the server does not state it.
    let total: Int64?

    /// Reads `Content-Range`; nil if the field is missing or does not contain a valid range of bytes.
    init?(_ head: EndpointResponseHead) {
        guard let value = head.headerField("Content-Range") else { return nil }
        let words = value.components(separatedBy: " ").filter { !$0.isEmpty }
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let halves = words[1].components(separatedBy: "/")
        let ends = halves[0].components(separatedBy: "-")
        guard halves.count == 2, ends.count == 2, let first = Int64(digits: ends[0]),
            let last = Int64(digits: ends[1])
        else { return nil }
        let total = Int64(digits: halves[1])
        guard first <= last, total.map({ last < $0 }) ?? (halves[1] == "*") else { return nil }
        (self.first, self.last, self.total) = (first, last, total)
    }
}

extension Int64 {
    /// Reads a number that is written in digits only; nil for any other text, or for a number that does not fit.
    init?(digits: String) {
        guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        self.init(digits)
    }
}

extension EndpointResponseHead {
    /// A Boolean value that indicates whether the body was sent with a coding such as gzip, which the transport may
    /// have removed.
    var hasContentCoding: Bool {
        let coding = headerField("Content-Encoding") ?? "identity"
        return coding.lowercased() != "identity"
    }

    /// Returns the number of bytes in the body (RFC 9112, section 6.3), or nil if that is unknown.
    func bodyLength(method: String?) -> Int64? {
        if method == "HEAD" || statusCode == 204 || statusCode == 304 { return 0 }
        if headerField("Transfer-Encoding") != nil { return nil }
        let length = headerField("Content-Length").flatMap { Int64(digits: $0) }
        return length == 0 || !hasContentCoding ? length : nil
    }
}
