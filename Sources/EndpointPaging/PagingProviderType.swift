/// An endpoint that states how to ask for its pages.
///
/// ```swift
/// extension ListUsers: PagingProviderType {
///     var paging: EndpointPaging { .link(perPage: 100) }
/// }
/// ```
///
/// The paging of the endpoint takes precedence over the paging of its payload: see ``PagedPayloadType/paging``.
public protocol PagingProviderType: SendableMetatype {
    /// The paging style.
    var paging: EndpointPaging { get }
}
