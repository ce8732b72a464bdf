#if os(Linux)
import CCurl
import Foundation

/// A decoder of a body with the content coding gzip or deflate (RFC 9110, section 8.4.1).
///
/// libcurl could decode a body, but it refuses other codings, and decodes up to 17 MB at once for a slow reader.
final class CurlDecoder {
    static let isAvailable = {
        guard let inflater = ccurl_inflater_new() else { return false }
        ccurl_inflater_free(inflater)
        return true
    }()

    private let inflater: OpaquePointer
    private var output = [UInt8](repeating: 0, count: 65_536)
    /// The number of bytes that were decoded before a pause, and that libcurl delivers again after it.
    private var decodedCount = 0

    /// Creates a decoder for a response; nil if its body has no coding or another coding, or is a part of a coded body
    /// (RFC 9110, section 14.2).
    init?(_ head: EndpointResponseHead) {
        let coding = head.headerField("Content-Encoding")?.lowercased() ?? ""
        guard head.statusCode != 206, ["gzip", "x-gzip", "deflate"].contains(coding),
            let inflater = ccurl_inflater_new()
        else { return nil }
        self.inflater = inflater
    }

    deinit { ccurl_inflater_free(inflater) }

    /// A Boolean value that indicates whether the body could end here.
    var isAtEnd: Bool { ccurl_inflater_is_at_end(inflater) }

    /// Decodes bytes, and passes them on.
    ///
    /// If `body` returns `false`, the result is `false` too, and the same bytes have to follow again.
    func decode(_ bytes: UnsafeRawBufferPointer, _ body: (Data) -> Bool) throws(CurlError) -> Bool {
        var start = min(decodedCount, bytes.count)
        var count = 0
        repeat {
            var inputCount = bytes.count - start
            count = output.count
            let isValid = output.withUnsafeMutableBytes { output in
                ccurl_inflate(
                    inflater, bytes.baseAddress?.advanced(by: start), &inputCount, output.baseAddress, &count)
            }
            guard isValid else { throw CurlError(CCURLE_BAD_CONTENT_ENCODING) }
            start += inputCount
            if count > 0, !body(Data(output[..<count])) {
                decodedCount = start
                return false
            }
        } while start < bytes.count || count == output.count
        decodedCount -= min(decodedCount, bytes.count)
        return true
    }
}
#endif
