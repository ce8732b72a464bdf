import Foundation

/// The explanation of a call that ends while it waits.
struct Waiting: LocalizedError {
    let text: String
    var errorDescription: String? { text }
}
