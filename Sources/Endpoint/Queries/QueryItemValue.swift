public import Foundation

/// A value that can stand in a query item or form field.
///
/// Strings, numbers, booleans, UUIDs and URLs are such values. An enum with raw values becomes one by a word:
///
/// ```swift
/// enum Sort: String, QueryItemValue {
///     case created, updated
/// }
/// ```
public protocol QueryItemValue: _NonisolatedConformance {
    /// The text of the value, not percent-encoded.
    var queryItemValue: String { get }
}

extension QueryItemValue where Self: RawRepresentable, RawValue: QueryItemValue {
    /// The text of the raw value.
    public var queryItemValue: String { rawValue.queryItemValue }
}

extension QueryItemValue where Self: LosslessStringConvertible {
    /// The description, from which the value could be made again.
    public var queryItemValue: String { description }
}

extension QueryItemValue where Self: RawRepresentable & LosslessStringConvertible, RawValue: QueryItemValue {
    /// The text of the raw value.
    public var queryItemValue: String { rawValue.queryItemValue }
}

extension String: QueryItemValue {}
extension Substring: QueryItemValue {}
extension Bool: QueryItemValue {}
extension Int: QueryItemValue {}
extension Int8: QueryItemValue {}
extension Int16: QueryItemValue {}
extension Int32: QueryItemValue {}
extension Int64: QueryItemValue {}
extension UInt: QueryItemValue {}
extension UInt8: QueryItemValue {}
extension UInt16: QueryItemValue {}
extension UInt32: QueryItemValue {}
extension UInt64: QueryItemValue {}
extension Float: QueryItemValue {}
extension Double: QueryItemValue {}

extension Decimal: QueryItemValue {
    /// The number with a point as its decimal separator.
    public var queryItemValue: String { description }
}

extension UUID: QueryItemValue {
    /// The UUID in upper case, with hyphens.
    public var queryItemValue: String { uuidString }
}

extension URL: QueryItemValue {
    /// The absolute URL.
    public var queryItemValue: String { absoluteString }
}
