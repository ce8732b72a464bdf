/// The count of running requests that may change a resource, keyed by URL.
struct RunningChanges {
    private var counts: [String: Int] = [:]

    func mayChange(_ url: String) -> Bool {
        counts[url] != nil
    }

    mutating func begin(_ url: String) {
        counts[url, default: 0] += 1
    }

    mutating func end(_ url: String) {
        counts[url]? -= 1
        if counts[url] == 0 { counts[url] = nil }
    }
}
