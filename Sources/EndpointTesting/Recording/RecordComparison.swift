import Endpoint
import Foundation

/// A comparison of a request with a recorded request.
///
/// A hidden value in the recording matches any text within the same part.
struct RecordComparison {
    let recorded: RequestRecord
    let found: RequestRecord
    let secrets: CassetteSecrets
    /// The names of the header fields to compare in addition to the method, the URL and the body.
    let headerFields: [String]

    /// The differences as sentences without a period, the most important first.
    var differences: [String] {
        [method, origin].compactMap { $0 } + [path, query].compactMap { $0 } + fields + [body].compactMap { $0 }
    }

    /// The distance between the two requests, used to find the nearest recorded request.
    var distance: Int {
        [method, origin].count { $0 != nil } * 20 + (path == nil ? 0 : 10) + differences.count
    }

    private var method: String? {
        recorded.method == found.method ? nil : Self.text("method", recorded.method, found.method)
    }

    private var origin: String? {
        compare("server", URLParts(recorded.url).origin, URLParts(found.url).origin)
    }

    private var path: String? {
        let pair = (URLParts(recorded.url).path, URLParts(found.url).path)
        return Self.matches(pair.0, pair.1, separator: "/") ? nil : Self.text("path", pair.0, pair.1)
    }

    private var query: String? {
        let pair = (URLParts(recorded.url).query, URLParts(found.url).query)
        if (pair.0 == nil) == (pair.1 == nil), Self.matches(pair.0 ?? "", pair.1 ?? "", separator: "&") { return nil }
        return firstItem("query item", pair.0, pair.1) ?? Self.text("query", pair.0, pair.1)
    }

    /// Describes a differing item of two queries or forms, the first by name; returns nil if no item differs.
    private func firstItem(_ part: String, _ recorded: String?, _ found: String?) -> String? {
        let items = (URLParts.items(recorded), URLParts.items(found))
        for name in Set((items.0 + items.1).map(\.name)).sorted() {
            func text(_ items: [(name: String, value: String)]) -> String? {
                let values = items.filter { $0.name == name }.map(\.value)
                return values.isEmpty ? nil : values.joined(separator: "&")
            }
            let pair = (text(items.0), text(items.1))
            if let recorded = pair.0, let found = pair.1, Self.matches(recorded, found, separator: "&") { continue }
            return Self.text("\(part) \(name.quoted)", pair.0, pair.1)
        }
        return nil
    }

    private var fields: [String] {
        headerFields.compactMap { name in
            compare("header field \(name.quoted)", recorded.headerField(name), found.headerField(name))
        }
    }

    private var body: String? {
        switch (recorded.body, found.body) {
        case (.json(let recorded), .json(let found)):
            let all = JSONDifference.all(
                expected: recorded, found: found, isSecret: secrets.isSecret, isEqual: Self.matches)
            return all.first.map { Self.text("body at \($0.path)", $0.expected?.text, $0.found?.text) }
        case (.text(let recorded), .text(let found)):
            return text(recorded, found)
        case (.data(let recorded), .data(let found))
        where recorded == found
            || recorded.contains(Credentials.mask.utf8)
                && text(Self.latin1(recorded), Self.latin1(found)) == nil:
            return nil
        case (let recorded, let found):
            return recorded == found ? nil : Self.text("body", Self.shown(recorded), Self.shown(found))
        }
    }

    /// Returns a text with a character for each byte.
    private static func latin1(_ data: Data) -> String { String(decoding: data.map(UInt16.init), as: UTF16.self) }

    /// Compares text bodies part by part, so that a hidden value matches only text in the same part.
    private func text(_ recorded: String, _ found: String) -> String? {
        let contentType = self.recorded.headerField("Content-Type")?.lowercased() ?? ""
        if contentType.hasPrefix("application/x-www-form-urlencoded") {
            if Self.matches(recorded, found, separator: "&") { return nil }
            return firstItem("form field", recorded, found) ?? Self.text("body", recorded, found)
        }
        let separator = contentType.hasPrefix("multipart/form-data") ? "--boundary" : "\n"
        return Self.matches(recorded, found, separator: separator) ? nil : Self.text("body", recorded, found)
    }

    private func compare(_ part: String, _ recorded: String?, _ found: String?) -> String? {
        if let recorded, let found, Self.matches(recorded, found) { return nil }
        return recorded == nil && found == nil ? nil : Self.text(part, recorded, found)
    }

    private static func text(_ part: String, _ recorded: String?, _ found: String?) -> String {
        func short(_ text: String?) -> String {
            guard let text else { return "none" }
            return text.count <= 200 ? text.quoted : "\(String(text.prefix(200)).quoted)…"
        }
        return "the \(part) was \(short(recorded)) and is \(short(found))"
    }

    private static func shown(_ body: BodyRecord?) -> String? {
        switch body {
        case .json(let json): json.text
        case .text(let text): text
        case .data(let data): "\(data.count) bytes"
        case nil: nil
        }
    }

    /// Indicates whether two texts have the same number of parts, and all parts match.
    private static func matches(_ recorded: String, _ found: String, separator: String) -> Bool {
        if recorded.utf8.elementsEqual(found.utf8) { return true }
        let pair = (recorded.components(separatedBy: separator), found.components(separatedBy: separator))
        return pair.0.count == pair.1.count
            && zip(pair.0, pair.1).allSatisfy { recorded, found in
                // A hidden name without a value must not match a name with a value.
                matches(recorded, found)
                    && (separator != "&" || recorded.contains("=") == found.contains("="))
            }
    }

    /// Indicates whether a text matches the recorded text, in which a hidden value matches any text.
    static func matches(_ recorded: String, _ found: String) -> Bool {
        // Compare bytes, because a `String` takes canonically equivalent texts for equal.
        var parts = recorded.components(separatedBy: Credentials.mask).map { Array($0.utf8) }
        var rest = Array(found.utf8)[...]
        let last = parts.removeLast()
        guard let first = parts.first else { return rest == last[...] }
        guard rest.starts(with: first), rest.dropFirst(first.count).suffix(last.count) == last[...] else {
            return false
        }
        rest = rest.dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
