import Foundation

/// The information that is needed to ask for the rest of a file, stored beside the part that has arrived.
struct ResumePoint: Codable, Equatable {
    /// A hash of the identity of the file, otherwise of the URL of the request: both may contain secrets.
    let fileHash: UInt64
    /// The value of `If-Range`.
    let validator: String
    /// The length of the whole file; nil if the server did not state it.
    let total: Int64?

    /// The length of the whole file, and the offset in the file at which a response ends.
    typealias Lengths = (total: Int64, end: Int64)

    /// Creates the resume point of a response; nil if a part of the response could not be continued.
    init?(_ head: EndpointResponseHead, to request: URLRequest, identity: String?) {
        guard head.statusCode == 200, !Self.hasContentCoding(head), let validator = StrongValidator.of(head),
            head.headerField("Accept-Ranges")?.lowercased() != "none",
            let fileHash = Self.fileHash(request, identity)
        else { return nil }
        self.fileHash = fileHash
        self.validator = validator
        total = head.bodyLength(method: request.httpMethod)
    }

    /// Indicates whether a request is for the file of this resume point.
    func isFor(_ request: URLRequest, identity: String?) -> Bool {
        fileHash == Self.fileHash(request, identity)
    }

    /// Sets the header fields that ask for the bytes from the offset `size` on.
    func ask(_ request: inout URLRequest, from size: Int64) {
        request.setValue("bytes=\(size)-", forHTTPHeaderField: "Range")
        request.setValue(validator, forHTTPHeaderField: "If-Range")
    }

    /// Returns the length of the file and the offset where a response ends, if it continues the file at `size`.
    ///
    /// Returns nil if the response does not continue the file, or does not name the same validator: a server that
    /// ignores `If-Range` may send a part of another version. Also returns nil if the length is unknown, because a part
    /// of the rest would then look like the whole rest.
    func lengths(ifContinuedBy head: EndpointResponseHead, from size: Int64) -> Lengths? {
        guard head.statusCode == 206, !Self.hasContentCoding(head), let range = ContentRange(head), range.first == size,
            let total = range.total ?? total, total == self.total ?? total, range.last < total,
            head.headerField(validator.hasPrefix("\"") ? "ETag" : "Last-Modified") == validator
        else { return nil }
        return (total, range.last + 1)
    }

    private static func hasContentCoding(_ head: EndpointResponseHead) -> Bool {
        (head.headerField("Content-Encoding") ?? "identity").lowercased() != "identity"
    }

    /// Returns the `fileHash` of a request whose response could be continued; nil for a request that is not a GET, or
    /// that has its own `Range` or `If-Range` field.
    private static func fileHash(_ request: URLRequest, _ identity: String?) -> UInt64? {
        guard request.httpMethod ?? "GET" == "GET", request.value(forHTTPHeaderField: "Range") == nil,
            request.value(forHTTPHeaderField: "If-Range") == nil
        else { return nil }
        return (identity ?? request.url?.absoluteString).map(hash)
    }

    /// Returns the 64-bit FNV-1a hash of a string; unlike a hash from `Hasher`, it is the same in every process.
    static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
