/// An endpoint whose requests are those of another one.
///
/// Who looks for conformances of an endpoint at run time finds those of the one within.
package protocol WrappingEndpoint {
    /// The endpoint within.
    var wrapped: Any { get }
}

extension AnyEndpoint: WrappingEndpoint {
    package var wrapped: Any { endpoint }
}

extension AnyBaseURLEndpoint: WrappingEndpoint {
    package var wrapped: Any { endpoint }
}

extension BoundEndpoint: WrappingEndpoint {
    package var wrapped: Any { base }
}
