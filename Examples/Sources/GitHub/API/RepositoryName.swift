import EndpointController

/// The name of a repository: `owner/name`.
struct RepositoryName: Equatable {
    let owner: String
    let name: String

    /// The path of what belongs to it.
    ///
    /// As segments, names of any kind cannot reach another path.
    var path: String { "repos/\(segment: owner)/\(segment: name)" }
}
