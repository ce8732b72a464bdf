import Foundation

/// A release of a repository.
struct Release: Decodable, Equatable {
    let tagName: String
    let name: String?
    let prerelease: Bool
    /// Nil for a draft.
    let publishedAt: Date?
}
