import Hummingbird

extension ApplicationConfiguration {
    /// A configuration for a free port that only this machine can reach.
    static let loopback = ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0))
}
