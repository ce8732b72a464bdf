import EndpointController
@_spi(Tools) import EndpointSupport
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
