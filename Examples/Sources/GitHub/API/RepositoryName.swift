import EndpointController

/// The name of a repository: `owner/name`.
struct RepositoryName: Equatable {
    let owner: String
    let name: String

    /// The path of the repository in the API.
    ///
    /// Both names are segments, so no name can lead to another path.
    var path: String { "repos/\(segment: owner)/\(segment: name)" }
}
