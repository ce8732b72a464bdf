import Foundation

/// The API key, which is neither in the code nor in the output of the program.
enum APIKey {
    private static let variable = "GIPHY_API_KEY"

    /// The error for a missing key.
    struct Missing: LocalizedError {
        var errorDescription: String? { "To use --live, set \(variable) to an API key from developers.giphy.com." }
    }

    static func ofEnvironment() throws(Missing) -> String {
        guard let key = ProcessInfo.processInfo.environment[variable], !key.isEmpty else { throw Missing() }
        return key
    }

    static func random() -> String {
        UUID().uuidString
    }
}
