/// A type whose values `dump` and LLDB's `po` show only as a description: their properties may hold credentials.
public protocol _OpaqueType: CustomStringConvertible, CustomReflectable {}

extension _OpaqueType {
    /// A mirror without children, so that only the description is shown.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
