import Foundation

/// The state of the servers, in memory.
actor ObjectStore {
    private var objects: [String: Data] = [:]
    private var visits: [Visit] = []
    private var failures = 0
    private var redirects: [String: String] = [:]
    private var lead: TimeInterval = 0

    /// The time of the servers.
    var now: Date { Date(timeIntervalSinceNow: lead) }

    /// Moves the clocks of the servers forward.
    func advanceClock(by seconds: TimeInterval) {
        lead += seconds
    }

    /// Makes the next request fail with a 503.
    func failOnce() {
        failures += 1
    }

    func redirect(_ path: String, to location: String) {
        redirects[path] = location
    }

    func note(_ visit: Visit) {
        visits.append(visit)
    }

    /// Returns the requests that arrived since the last call.
    func takeVisits() -> [Visit] {
        defer { visits = [] }
        return visits
    }

    func takeFailure() -> Bool {
        guard failures > 0 else { return false }
        failures -= 1
        return true
    }

    func location(of path: String) -> String? { redirects[path] }

    func object(_ path: String) -> Data? { objects[path] }

    func put(_ data: Data, at path: String) {
        objects[path] = data
    }
}
