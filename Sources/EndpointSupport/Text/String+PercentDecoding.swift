import Foundation

@_spi(Tools) extension String {
    /// The text after percent-decoding, or the text itself if an escape is invalid or the result would not be UTF-8.
    public var percentDecoded: String {
        // On Linux, `removingPercentEncoding` drops a byte order mark at the start, so put a character before it.
        ("-" + self).removingPercentEncoding.map { String(decoding: Array($0.utf8).dropFirst(), as: UTF8.self) } ?? self
    }
}
