import Endpoint
import Foundation

/// A request that should not have been built.
struct UnexpectedRequest: LocalizedError {
    let request: URLRequest

    var errorDescription: String? { "A request was built, for \(request)." }
}
