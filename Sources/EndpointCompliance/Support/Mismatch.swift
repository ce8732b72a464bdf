import Foundation

/// The error for a value that is not as expected.
struct Mismatch: Error, CustomStringConvertible {
    let description: String

    init(_ expectation: String, found: Any) {
        description = "\(expectation), found \(Self.text(of: found))"
    }

    static func text(of value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return mirror.children.first.map { text(of: $0.value) } ?? "none" }
        let bytes = value as? Data ?? (value as? [UInt8]).map { Data($0) }
        let textOfBytes = bytes.map { String(data: $0, encoding: .utf8)?.debugDescription ?? "\($0.count) bytes" }
        let whole = textOfBytes ?? String(describing: value)
        return whole.count > limit ? "\(whole.prefix(limit))…" : whole
    }

    private static let limit = 300
}
