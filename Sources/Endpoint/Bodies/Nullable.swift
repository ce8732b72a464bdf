/// A value to set, or null to remove it: with nil to leave it as it is, what a member of a JSON Merge Patch says
/// (RFC 7396).
///
/// ```swift
/// struct UpdateUser {
///     var name: Nullable<String>?
/// }
///
/// extension UpdateUser: APIEndpointType {
///     var method: HTTPMethod { .patch }
///     var relativeURLString: String { "me" }
///     var body: HTTPBody { ["name": name] }
/// }
///
/// UpdateUser(name: nil)             // {}
/// UpdateUser(name: .null)           // {"name":null}
/// UpdateUser(name: .value("Ada"))   // {"name":"Ada"}
/// ```
///
/// An optional property of an `Encodable` type works in the same way. In a form and in query items, null is an empty
/// value: `name=`.
public enum Nullable<Value> {
    /// Null, which is sent.
    case null
    /// A value.
    case value(Value)
}

extension Nullable: Sendable where Value: Sendable {}
extension Nullable: Equatable where Value: Equatable {}
extension Nullable: Hashable where Value: Hashable {}

extension Nullable: Encodable where Value: Encodable {
    /// Encodes the value, or null.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: Rethrows errors from the value and the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null where encoder is QueryNode: try container.encode("")
        case .null: try container.encodeNil()
        case .value(let value): try container.encode(value)
        }
    }
}
