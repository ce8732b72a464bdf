@_spi(Tools) import Endpoint
import Foundation

/// A comparison of a request with a recorded request.
///
/// A hidden value in the recording matches any text within the same part.
struct RecordComparison {
    /// The differences as sentences without a period, the most important first.
    let differences: [String]
    /// The distance between the two requests, used to find the nearest recorded request.
    let distance: Int

    /// Compares the methods, the URLs, the header fields with the given names, and the bodies.
    init(recorded: RequestRecord, found: RequestRecord, headerFields: [String]) {
        let (recordedURL, foundURL) = (URLParts(recorded.url), URLParts(found.url))
        let method = Self.compare("method", recorded.method, found.method)
        let origin = Self.compare("server", recordedURL.origin, foundURL.origin)
        let path = Self.compare("path", recordedURL.path, foundURL.path, separator: "/")
        let query = Self.compareItems("query item", of: "query", recordedURL.query, foundURL.query)
        let fields = headerFields.map { name in
            Self.compare("header field \(name.quoted)", recorded.headerField(name), found.headerField(name))
        }
        let body = Self.compareBodies(recorded, found)
        differences = ([method, origin, path, query] + fields + [body]).compactMap(\.self)
        distance = [method, origin].count { $0 != nil } * 20 + (path == nil ? 0 : 10) + differences.count
    }

    /// Describes the first item by name that differs between two queries or forms, or the whole text if no single item
    /// differs; returns nil if they match.
    private static func compareItems(
        _ item: String, of part: String, _ recorded: String?, _ found: String?
    ) -> String? {
        guard let difference = compare(part, recorded, found, separator: "&") else { return nil }
        let (recorded, found) = (values(recorded), values(found))
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

    private static func compareBodies(_ recorded: RequestRecord, _ found: RequestRecord) -> String? {
        /// Compares text part by part, so that a hidden value matches only text in the same part.
        func compareText(_ recordedText: String, _ foundText: String) -> String? {
            let contentType = recorded.headerField("Content-Type")?.lowercased() ?? ""
            if contentType.hasPrefix("application/x-www-form-urlencoded") {
                return compareItems("form field", of: "body", recordedText, foundText)
            }
            let separator = contentType.hasPrefix("multipart/form-data") ? "--boundary" : "\n"
            return compare("body", recordedText, foundText, separator: separator)
        }
        /// Returns a text with a character for each byte.
        func latin1(_ data: Data) -> String { String(decoding: data.map(UInt16.init), as: UTF16.self) }
        switch (recorded.body, found.body) {
        case (.json(let recorded), .json(let found)):
            let all = JSONDifference.all(expected: recorded, found: found, isEqual: matches)
            return all.first.map { text("body at \($0.path)", $0.expected?.text, $0.found?.text) }
        case (.text(let recorded), .text(let found)):
            return compareText(recorded, found)
        case (.data(let recorded), .data(let found))
        where recorded.contains(FieldMask.text.utf8) && compareText(latin1(recorded), latin1(found)) == nil:
            return nil
        case (let recorded, let found):
            return recorded == found ? nil : text("body", shown(recorded), shown(found))
        }
    }

    private static func compare(
        _ part: String, _ recorded: String?, _ found: String?, separator: String? = nil
    ) -> String? {
        if let recorded, let found, matches(recorded, found, separator: separator) { return nil }
        return recorded == nil && found == nil ? nil : text(part, recorded, found)
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
        let (recorded, found) = (recorded.components(separatedBy: separator), found.components(separatedBy: separator))
        return recorded.elementsEqual(found) { recorded, found in
            // A hidden name without a value must not match a name with a value.
            matches(recorded, found) && (separator != "&" || recorded.contains("=") == found.contains("="))
        }
    }

    /// Indicates whether a text matches the recorded text, in which a hidden value matches any text.
    static func matches(_ recorded: String, _ found: String) -> Bool {
        // Compare bytes, because `==` of `String` treats canonically equivalent texts as equal.
        let texts = Array(recorded.utf8).split(separator: FieldMask.text.utf8, omittingEmptySubsequences: false)
        var rest = Array(found.utf8)[...]
        guard let first = texts.first, texts.count > 1 else { return rest.elementsEqual(recorded.utf8) }
        // Asterisks beside a hidden value are a part of it: see `RequestRecord` for asterisks that a request contains.
        var parts = texts.dropFirst().map { $0.drop { $0 == UInt8(ascii: "*") } }
        let last = parts.removeLast()
        guard rest.starts(with: first), rest.dropFirst(first.count).suffix(last.count) == last else { return false }
        rest = rest.dropFirst(first.count).dropLast(last.count)
        for part in parts where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}

/// The parts of a URL before its fragment, still percent-encoded.
struct URLParts {
    /// The scheme and the authority, including any user information.
    let origin: String
    let path: String
    let query: String?

    init(_ url: String) {
        let main = url.prefix { $0 != "#" }
        let beforeQuery = main.prefix { $0 != "?" }
        query = beforeQuery.endIndex == main.endIndex ? nil : String(main[beforeQuery.endIndex...].dropFirst())
        let parts = beforeQuery.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        origin = parts.prefix(3).joined(separator: "/")
        path = "/" + (parts.count > 3 ? parts[3] : "")
    }
}
