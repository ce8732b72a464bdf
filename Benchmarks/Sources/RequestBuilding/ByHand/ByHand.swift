/// The same requests without the library.
///
/// The floor is the least that Foundation allows: everything is encoded beforehand, and there is one `URL(string:)`,
/// one `URLRequest(url:)`, one `httpMethod` unless it is GET, and one `allHTTPHeaderFields` if there are any. Anything
/// that depends on data, such as JSON, is made each time. A second floor puts its URL together at run time, as any
/// request that carries data does. The usual way is the way of most programs: `URLComponents`, then `setValue` for each
/// field.
enum ByHand {}
