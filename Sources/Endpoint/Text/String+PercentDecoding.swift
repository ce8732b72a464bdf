import Foundation

@_spi(Tools) extension String {
    /// The text after percent-decoding, or the text itself if an escape is invalid or the result would not be UTF-8.
    public var percentDecoded: String {
        // On Linux, `removingPercentEncoding` drops a byte order mark at the start, so put a character before it.
        ("-" + self).removingPercentEncoding.map { String(decoding: Array($0.utf8).dropFirst(), as: UTF8.self) } ?? self
    }
}

@_spi(Tools) extension Collection<UInt8> {
    /// The bytes after percent-decoding, which are not always UTF-8; invalid escapes stay as they are.
    public var percentDecoded: [UInt8] {
        var decoded: [UInt8] = []
        var rest = Array(self)[...]
        while let byte = rest.popFirst() {
            decoded.append(byte)
            guard byte == UInt8(ascii: "%") else { continue }
            let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            if digits.count == 2 {
                decoded[decoded.count - 1] = UInt8(digits[0] << 4 | digits[1])
                rest = rest.dropFirst(2)
            }
        }
        return decoded
    }
}
