import EndpointController

/// What a repository is called: `owner/name`.
struct RepositoryName: Equatable {
    let owner: String
    let name: String

    /// The path of what belongs to it.
    ///
    /// As segments, names cannot reach another path, whatever they hold.
    var path: String { "repos/\(segment: owner)/\(segment: name)" }
}
