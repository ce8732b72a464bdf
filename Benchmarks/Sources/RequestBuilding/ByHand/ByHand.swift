/// The same requests without the library.
///
/// The floor is the least that Foundation allows: everything is encoded beforehand, and there is one `URL(string:)`, one
/// `URLRequest(url:)`, one `httpMethod` unless it is GET, and one `allHTTPHeaderFields` if there are any. What depends
/// on data, such as JSON, is made each time. Beside it stands a floor whose URL is put together at run time, like that of
/// any request that carries data. The usual way is what most programs do: `URLComponents`, then `setValue`
/// for each field.
enum ByHand {}
