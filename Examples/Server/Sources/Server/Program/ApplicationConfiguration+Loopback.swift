import Hummingbird

extension ApplicationConfiguration {
    /// This machine alone, at a free port.
    static let loopback = ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0))
}
