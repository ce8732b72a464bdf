import Endpoint
import Foundation

/// A comparison of a request with a recorded request.
///
/// A hidden value in the recording matches any text within the same part.
struct RecordComparison {
    let recorded: RequestRecord
    let found: RequestRecord
    /// The names of the header fields to compare in addition to the method, the URL and the body.
    let headerFields: [String]

    /// The differences as sentences without a period, the most important first.
    var differences: [String] {
        let fields = headerFields.map { name in
            compare("header field \(name.quoted)", recorded.headerField(name), found.headerField(name))
        }
        return ([method, origin, path, query] + fields + [body]).compactMap { $0 }
    }

    /// The distance between the two requests, used to find the nearest recorded request.
    var distance: Int {
        [method, origin].count { $0 != nil } * 20 + (path == nil ? 0 : 10) + differences.count
    }

    private var method: String? { compare("method", recorded.method, found.method) }

    private var origin: String? {
        compare("server", URLParts(recorded.url).origin, URLParts(found.url).origin)
    }

    private var path: String? {
        compare("path", URLParts(recorded.url).path, URLParts(found.url).path, separator: "/")
    }

    private var query: String? {
        compareItems("query item", of: "query", URLParts(recorded.url).query, URLParts(found.url).query)
    }

    /// Describes the first item by name that differs between two queries or forms, or the whole text if no single item
    /// differs; returns nil if they match.
    private func compareItems(_ item: String, of part: String, _ recorded: String?, _ found: String?) -> String? {
        guard let difference = compare(part, recorded, found, separator: "&") else { return nil }
        let (recorded, found) = (Self.values(recorded), Self.values(found))
        let differences = Set(recorded.keys).union(found.keys).sorted().lazy.compactMap { name in
            compare("\(item) \(name.quoted)", recorded[name], found[name], separator: "&")
        }
        return differences.first ?? difference
    }

    /// Returns the values of a query or form by name, still percent-encoded.
    private static func values(_ query: String?) -> [String: String] {
        let fields = (query ?? "").split(separator: "&")
        return Dictionary(grouping: fields) { String($0.prefix { $0 != "=" }) }.mapValues { fields in
            fields.map { $0.drop { $0 != "=" }.dropFirst() }.joined(separator: "&")
        }
    }

    private var body: String? {
        switch (recorded.body, found.body) {
        case (.json(let recorded), .json(let found)):
            let all = JSONDifference.all(expected: recorded, found: found, isEqual: Self.matches)
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
            return compareItems("form field", of: "body", recorded, found)
        }
        let separator = contentType.hasPrefix("multipart/form-data") ? "--boundary" : "\n"
        return compare("body", recorded, found, separator: separator)
    }

    private func compare(_ part: String, _ recorded: String?, _ found: String?, separator: String? = nil) -> String? {
        if let recorded, let found, Self.matches(recorded, found, separator: separator) { return nil }
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

    /// Indicates whether two texts have the same number of parts, and all parts match; without a separator, a text is
    /// a single part.
    private static func matches(_ recorded: String, _ found: String, separator: String?) -> Bool {
        guard let separator else { return matches(recorded, found) }
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
        // Compare bytes, because `==` of `String` treats canonically equivalent texts as equal.
        let texts = recorded.utf8.split(separator: Credentials.mask.utf8, omittingEmptySubsequences: false)
        var parts = texts.map { Array($0) }
        // Asterisks beside a hidden value are a part of it: see `RequestRecord` for asterisks that a request contains.
        for index in parts.indices.dropFirst() { parts[index] = Array(parts[index].drop { $0 == UInt8(ascii: "*") }) }
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
