import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct DifferentRequests: Error {}

/// Builds the same request both ways in turn and prints the median of each, and of the ratios round by round.
func compare(_ name: String, floor: () throws -> URLRequest, endpoint: () throws -> URLRequest) throws {
    guard try isSame(floor(), endpoint()) else { throw DifferentRequests() }
    var floors: [Double] = []
    var endpoints: [Double] = []
    var ratios: [Double] = []
    for round in 0..<rounds {
        // Whichever runs second finds warmer caches, so they take turns.
        let isFloorFirst = round.isMultiple(of: 2)
        let first = try nanoseconds(isFloorFirst ? floor : endpoint)
        let second = try nanoseconds(isFloorFirst ? endpoint : floor)
        let (floorTime, endpointTime) = isFloorFirst ? (first, second) : (second, first)
        floors.append(floorTime)
        endpoints.append(endpointTime)
        ratios.append(endpointTime / floorTime)
    }
    let columns = [
        name.padding(toLength: 44, withPad: " ", startingAt: 0),
        String(format: "%7.0f ns", median(endpoints)),
        String(format: "floor %7.0f ns", median(floors)),
        String(format: "ratio %.2f", median(ratios)),
    ]
    print(columns.joined(separator: "  "))
}

private func isSame(_ first: URLRequest, _ second: URLRequest) -> Bool {
    first.url == second.url && first.httpMethod == second.httpMethod
        && first.allHTTPHeaderFields == second.allHTTPHeaderFields && first.httpBody?.count == second.httpBody?.count
}

private func nanoseconds(_ build: () throws -> URLRequest) rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<callsPerRound { _ = try build() }
    let duration = clock.now - start
    return Double(duration.components.seconds) * 1e9 / Double(callsPerRound)
        + Double(duration.components.attoseconds) / 1e9 / Double(callsPerRound)
}

private func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
}
