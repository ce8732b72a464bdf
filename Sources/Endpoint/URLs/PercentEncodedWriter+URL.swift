import Foundation

extension PercentEncodedWriter {
    /// Appends the path or the query of a URL reference.
    ///
    /// Percent-encoded triplets and characters of `CharacterClass.reference` are kept; all other bytes are encoded.
    mutating func append(reference: UnsafeBufferPointer<UInt8>.SubSequence) {
        let plain = CharacterClass.reference
        for index in reference.startIndex..<reference.endIndex {
            let byte = reference[index]
            if plain.contains(byte) || byte == UInt8(ascii: "%") && Self.isEscape(reference, at: index) {
                append(byte)
            } else {
                appendEncoded(byte)
            }
        }
    }

    /// Appends the fragment of a URL reference, which is empty or begins with a number sign.
    mutating func append(fragment: UnsafeBufferPointer<UInt8>.SubSequence) {
        guard let mark = fragment.first else { return }
        append(mark)
        append(reference: fragment.dropFirst())
    }

    /// Appends query items to a URL with or without a query.
    ///
    /// - Parameters:
    ///   - items: The items, as plain text.
    ///   - queryLength: Nil if there is no query, 0 if the query is empty, and any larger number otherwise.
    mutating func append(_ items: [URLQueryItem], queryLength: Int?) {
        var separator: UInt8? = UInt8(ascii: "?")
        if let queryLength {
            separator = queryLength == 0 || last == UInt8(ascii: "&") ? nil : UInt8(ascii: "&")
        }
        // Using each string in place avoids retaining it.
        items.withUnsafeBufferPointer { items in
            for index in items.indices {
                if let separator { append(separator) }
                separator = UInt8(ascii: "&")
                append(items[index].name, allowing: .queryItem)
                if items[index].value == nil { continue }
                append(UInt8(ascii: "="))
                append(items[index].value!, allowing: .queryItem)
            }
        }
    }

    /// Returns the largest number of bytes that the items can take up.
    static func capacity(for items: [URLQueryItem]) -> Int {
        items.reduce(0) { $0 + 2 + 3 * ($1.name.utf8.count + ($1.value?.utf8.count ?? 0)) }
    }

    /// Indicates whether the `%` at the index starts a percent-encoded triplet.
    private static func isEscape(_ bytes: UnsafeBufferPointer<UInt8>.SubSequence, at index: Int) -> Bool {
        guard index + 2 < bytes.endIndex else { return false }
        return bytes[index + 1].hexDigitValue != nil && bytes[index + 2].hexDigitValue != nil
    }
}

extension UInt8 {
    /// The value of the hexadecimal digit that has this code in ASCII, or nil if the byte is not such a digit.
    var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self & 0x0F
        case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"): (self & 0x0F) + 9
        default: nil
        }
    }
}
