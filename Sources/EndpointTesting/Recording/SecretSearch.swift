@_spi(Tools) import Endpoint
import Foundation

/// A search for texts in their usual spellings: plain, percent-encoded (RFC 3986, section 2.1), as in forms, escaped as
/// in JSON (RFC 8259, section 7), or several of these.
///
/// A text is read once, however many texts are searched for.
struct SecretSearch: Sendable {
    struct Needle: Sendable {
        let bytes: [UInt8]
        /// The name under which the value was found; nil for a given value.
        var name: String?
        /// A Boolean value that indicates whether letters and digits beside the value make it another value.
        var isWord = false
    }

    /// Words that are common as passwords or cookies, and occur elsewhere with another meaning.
    private static let knownWords: Set<String> = [
        "access_token", "anonymous", "authorization", "authorization_code", "client_credentials", "client_secret",
        "disabled", "localhost", "password", "refresh_token", "undefined", "username",
    ]

    /// The texts to search for, by a hash of their first bytes; the longest first, because it may contain another.
    let slots: [[Needle]]
    /// The slots that are not empty.
    private let isUsed: [Bool]
    /// The number of bytes that are hashed, at most four; zero if there is nothing to search for.
    private let width: Int

    /// Creates a search for all spellings of given values.
    init(_ values: [String]) {
        self.init(needles: values.flatMap { Self.spellings(of: Array($0.utf8)) }.map { Needle(bytes: $0) })
    }

    /// Creates a search for given values and for values that were found under secret names, even within base64.
    ///
    /// The documentation of `CassetteSecrets` says which values are long enough.
    init(given: [String], found: [[UInt8]: String]) {
        let values = given.map { (Array($0.utf8), nil) } + found.map { ($0.key, $0.value as String?) }
        let needles = values.flatMap { value, name in
            // The first bytes of a long value, such as a file, are enough to recognise it.
            Self.spellings(of: Array(value.prefix(256))).flatMap { bytes -> [Needle] in
                let isLong = bytes.count >= 8
                let isSecret = !Self.knownWords.contains(String(decoding: bytes, as: UTF8.self).lowercased())
                guard bytes.count >= 4, name == nil || isSecret && (isLong || bytes.contains { $0.isASCIIDigit })
                else { return [] }
                let base64 = isLong ? Self.base64(bytes).flatMap(Self.spellings) : []
                return [Needle(bytes: bytes, name: name, isWord: name != nil && !isLong)]
                    + base64.map { Needle(bytes: $0, name: name) }
            }
        }
        self.init(needles: needles)
    }

    private init(needles: [Needle]) {
        let width = min(needles.map(\.bytes.count).min() ?? 0, 4)
        var slots = [[Needle]](repeating: [], count: width == 0 ? 0 : 1 << 16)
        for needle in needles.sorted(by: { $0.bytes.count > $1.bytes.count }) {
            slots[Self.slot(needle.bytes.prefix(width).reduce(0) { $0 << 8 | UInt32($1) })].append(needle)
        }
        (self.slots, self.width) = (slots, width)
        isUsed = slots.map { !$0.isEmpty }
    }

    private static func slot(_ key: UInt32) -> Int { Int((key &* 0x9E37_79B1) >> 16) }

    /// Returns a value as it is, and without its escapes; no empty ones.
    private static func spellings(of bytes: [UInt8]) -> Set<[UInt8]> {
        Set([bytes, bytes.fullyDecoded].filter { !$0.isEmpty })
    }

    /// Returns the characters in base64 and base64url (RFC 4648) that do not depend on the bytes beside a value, for
    /// each of the three places at which the value may begin.
    private static func base64(_ bytes: [UInt8]) -> [[UInt8]] {
        (0..<3).flatMap { offset -> [[UInt8]] in
            let encoded = Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString().utf8
            let middle = encoded.prefix((offset + bytes.count) * 8 / 6).dropFirst((offset * 8 + 5) / 6)
            let url = String(middle)?.replacing("+", with: "-").replacing("/", with: "_") ?? ""
            return [Array(middle), Array(url.utf8)]
        }
    }
}

extension SecretSearch {
    /// Returns a value that a text contains; nil if there is none.
    func first(in bytes: [UInt8]) -> Needle? {
        if width == 0 || bytes.count < width { return nil }
        return DecodedBytes.levels(of: bytes).lazy.compactMap { matches(in: $0.bytes, limit: 1).first?.needle }.first
    }

    func replaced(_ text: String, with replacement: String = FieldMask.text) -> String {
        width == 0 ? text : String(decoding: replaced(Array(text.utf8), with: replacement), as: UTF8.self)
    }

    /// Returns a text with a replacement in the place of each value.
    func replaced(_ bytes: [UInt8], with replacement: String = FieldMask.text) -> [UInt8] {
        if width == 0 { return bytes }
        let ranges = DecodedBytes.levels(of: bytes).flatMap { level in
            matches(in: level.bytes).map { level.origin($0.range.lowerBound)..<level.origin($0.range.upperBound) }
        }
        var (result, position) = ([UInt8](), 0)
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound >= position { result += bytes[position..<range.lowerBound] + replacement.utf8 }
            position = max(position, range.upperBound)
        }
        return result + bytes[position...]
    }

    /// Returns the texts that bytes contain as they are, from the start up to a limit.
    func matches(in bytes: [UInt8], limit: Int = .max) -> [(range: Range<Int>, needle: Needle)] {
        if width == 0 { return [] }
        var matches: [(Range<Int>, Needle)] = []
        bytes.withUnsafeBufferPointer { bytes in
            var (key, start, end) = (UInt32(0), 0, 0)
            while end < bytes.count, matches.count < limit {
                key = (key << 8 | UInt32(bytes[end])) & (UInt32.max >> UInt32(32 - 8 * width))
                end += 1
                let (position, slot) = (end - width, Self.slot(key))
                guard position >= start, isUsed[slot],
                    let needle = slots[slot].first(where: { Self.has($0, at: position, in: bytes) })
                else { continue }
                start = position + needle.bytes.count
                matches.append((position..<start, needle))
            }
        }
        return matches
    }

    private static func has(_ needle: Needle, at position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let end = position + needle.bytes.count
        guard end <= bytes.count, bytes[position..<end].elementsEqual(needle.bytes) else { return false }
        let isBeside = { bytes.indices.contains($0) && bytes[$0].isASCIILetterOrDigit }
        return !needle.isWord || !isBeside(position - 1) && !isBeside(end)
    }
}

/// Bytes after some decodings of percent-encoding, escapes of JSON and the plus signs of forms.
struct DecodedBytes {
    /// The number of decodings, which is limited because hostile bytes would take too long.
    private static let maximumDepth = 6

    let bytes: [UInt8]
    /// The position of each byte in the original, and the length of the original; nil before the first decoding.
    private var origins: [Int]?

    /// Returns the bytes themselves, and the bytes after each decoding that changes them.
    static func levels(of bytes: [UInt8]) -> [DecodedBytes] {
        var levels = [DecodedBytes(bytes: bytes)]
        while levels.count <= maximumDepth, let next = levels.last?.decoded() { levels.append(next) }
        return levels
    }

    func origin(_ position: Int) -> Int { origins?[position] ?? position }

    /// Decodes the bytes once; returns nil if there is nothing to decode.
    private func decoded() -> DecodedBytes? {
        let isSpecial = { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "+") }
        guard bytes.contains(where: isSpecial) else { return nil }
        var decoded: [UInt8] = []
        var places: [Int] = []
        var reader = JSONReader(bytes: bytes)
        while !reader.isAtEnd {
            let start = reader.position
            let byte = bytes[start]
            if byte == UInt8(ascii: "\\"), let scalar = reader.escape() {
                decoded += String(scalar).utf8
            } else if byte == UInt8(ascii: "%"), reader.skip("%"), let byte = reader.hexadecimal(2) {
                decoded.append(UInt8(byte))
            } else {
                decoded.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                reader.position = start + 1
            }
            while places.count < decoded.count { places.append(origin(start)) }
        }
        return decoded == bytes ? nil : DecodedBytes(bytes: decoded, origins: places + [origin(bytes.count)])
    }
}

extension [UInt8] {
    /// The bytes without percent-encoding, escapes of JSON and plus signs, however often they are encoded.
    var fullyDecoded: [UInt8] { DecodedBytes.levels(of: self).last?.bytes ?? self }
}

extension UInt8 {
    var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
    var isASCIILetterOrDigit: Bool { isASCIIDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
}
