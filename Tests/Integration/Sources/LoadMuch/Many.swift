import EndpointCompliance
import EndpointController
import Foundation
import Programs

/// Loads a short text many times.
struct Many {
    static let count = 10_000
    private static let inFlight = 64
    /// The number of loads after which memory has to stay flat.
    private static let warmUp = 2_000

    /// Makes a transport with its own connections.
    let makeTransport: @Sendable () -> any EndpointTransport

    /// Loads the text, and measures memory and open files.
    ///
    /// - Returns: The number of loads that returned the text, the number of KiB by which the peak of the memory rose
    ///   after the first loads, and the number of additional open file descriptors.
    func load() async throws -> (whole: Int, growth: Int, descriptors: Int) {
        // The first loads open file descriptors that the process keeps open, for example for timers.
        _ = try await load(Self.inFlight, Self.inFlight)
        let before = try await descriptorsAtRest()
        let (whole, growth) = try await load(Self.warmUp, Self.count - Self.warmUp)
        return (whole, growth, try await descriptorsAtRest() - before)
    }

    /// Loads in two parts, over a separate transport.
    ///
    /// - Returns: The number of loads that were whole, and the number of KiB by which the peak of the memory rose in
    ///   the second part.
    private func load(_ first: Int, _ second: Int) async throws -> (whole: Int, growth: Int) {
        let server = try ScriptedServer(isRecording: false) { _, connection in
            connection.respond("200 OK", ["Content-Type: text/plain"], body: "fine")
        }
        defer { server.stop() }
        let controller = EndpointController(baseURL: server.url(), transport: makeTransport())
        var whole = try await Self.load(first, with: controller)
        let start = try peakMemory()
        whole += try await Self.load(second, with: controller)
        return (whole, try peakMemory() - start)
    }

    private static func load(
        _ count: Int,
        with controller: EndpointController<EndpointDefaultServerError>
    ) async throws -> Int {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            var whole = 0
            for number in 0..<count {
                if number >= inFlight, try await group.next() == true { whole += 1 }
                group.addTask {
                    // Every fourth request is not idempotent, and uses a separate connection.
                    let method: HTTPMethod = number.isMultiple(of: 4) ? .post : .get
                    return try await controller.load(RESTEndpoint<String>(method, path: "x")) == "fine"
                }
            }
            for try await isWhole in group where isWhole { whole += 1 }
            return whole
        }
    }
}
