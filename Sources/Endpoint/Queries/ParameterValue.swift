public import Foundation

/// A value that is sent as text in a query item, a header field or a form field.
///
/// Strings, the common number types, `Bool`, `UUID` and `URL` conform to this protocol. For an enum with raw values of
/// these types, or a `LosslessStringConvertible` type, declare the conformance:
///
/// ```swift
/// enum Sort: String, ParameterValue {
///     case created, updated
/// }
/// ```
///
/// In any other type, implement ``parameterValue``. `Date` does not conform, because servers differ in how they read
/// dates: in query items and fields, a ``QueryEncoder`` writes dates. In a header field, write the text.
public protocol ParameterValue: SendableMetatype {
    /// The text of the value, before any percent-encoding.
    var parameterValue: String { get }
}

extension ParameterValue where Self: RawRepresentable, RawValue: ParameterValue {
    /// The text of the raw value.
    public var parameterValue: String { rawValue.parameterValue }
}

extension ParameterValue where Self: LosslessStringConvertible {
    /// The description, from which the value can be restored.
    public var parameterValue: String { description }
}

extension ParameterValue where Self: RawRepresentable & LosslessStringConvertible, RawValue: ParameterValue {
    /// The text of the raw value, which takes precedence over the description.
    public var parameterValue: String { rawValue.parameterValue }
}

extension String: ParameterValue {}
extension Substring: ParameterValue {}
extension Bool: ParameterValue {}
extension Int: ParameterValue {}
extension Int8: ParameterValue {}
extension Int16: ParameterValue {}
extension Int32: ParameterValue {}
extension Int64: ParameterValue {}
extension UInt: ParameterValue {}
extension UInt8: ParameterValue {}
extension UInt16: ParameterValue {}
extension UInt32: ParameterValue {}
extension UInt64: ParameterValue {}
extension Float: ParameterValue {}
extension Double: ParameterValue {}

extension Decimal: ParameterValue {
    /// The number with a point as its decimal separator.
    public var parameterValue: String { description }
}

extension UUID: ParameterValue {
    /// The UUID in upper case, with hyphens.
    public var parameterValue: String { uuidString }
}

extension URL: ParameterValue {
    /// The text of the URL, resolved against its base URL if it has one.
    public var parameterValue: String { absoluteString }
}
