import Foundation

/// The credential, which stands neither in the code nor in what the program prints.
enum APIKey {
    private static let variable = "GIPHY_API_KEY"

    /// There is no such key.
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
