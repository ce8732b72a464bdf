public import Endpoint

/// The root of the protocols by which an endpoint sets something for its calls.
///
/// Most endpoints conform to none of them, so one dynamic cast answers instead of one for each.
public protocol _CallOption: _NonisolatedConformance {}
