/// The names that other libraries give to parts of a request.
///
/// A property with one of these names, in an extension that declares a conformance, gets a warning, because it nearly
/// matches a requirement. Without the requirement, the compiler would say nothing, and the part would not be sent.
public protocol _NamesOfOtherLibraries: SendableMetatype {
    @available(*, deprecated, renamed: "method") var httpMethod: Never? { get }
    @available(*, deprecated, renamed: "relativeURLString") var path: Never? { get }
    @available(*, deprecated, renamed: "headerFields") var headers: Never? { get }
    @available(*, deprecated, renamed: "queryItems") var query: Never? { get }
    @available(*, deprecated, renamed: "queryItems") var queryParameters: Never? { get }
    @available(*, deprecated, message: "Use queryItems or body") var parameters: Never? { get }
    @available(*, deprecated, message: "Use queryItems or body") var params: Never? { get }
    @available(*, deprecated, renamed: "body") var httpBody: Never? { get }
    @available(*, deprecated, message: "Declare the body as a property") func body() -> Never?
}

@available(*, deprecated)
extension _NamesOfOtherLibraries {
    public var httpMethod: Never? { nil }
    public var path: Never? { nil }
    public var headers: Never? { nil }
    public var query: Never? { nil }
    public var queryParameters: Never? { nil }
    public var parameters: Never? { nil }
    public var params: Never? { nil }
    public var httpBody: Never? { nil }
    public func body() -> Never? { nil }
}
