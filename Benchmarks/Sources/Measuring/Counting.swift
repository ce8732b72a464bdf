import Foundation

/// Counts allocations and instructions, which do not depend on the speed of the machine.
public enum Counting {
    /// The error for a missing allocation counter.
    public struct MissingCounter: Error {}

    private static let callsAtMost = 100
    private static let warmUpCalls = 10

    /// Counts allocations of memory, with the library `AllocationCounter` loaded before all others.
    ///
    /// - Parameters:
    ///   - name: The name of the work that the ways do.
    ///   - ways: The ways.
    /// - Returns: The number of allocations per call of each way.
    /// - Throws: `MissingCounter`; rethrows errors from a way.
    public static func allocations(_ name: String, _ ways: [Way]) throws -> [Series] {
        guard let counter = dlsym(nil, "benchmark_allocations") else { throw MissingCounter() }
        let allocations = unsafeBitCast(counter, to: (@convention(c) () -> UInt).self)
        return try ways.map { way in
            let calls = calls(of: way)
            try way.run(warmUpCalls)
            let start = allocations()
            try way.run(calls)
            let count = Double(allocations() - start) / Double(calls)
            return Series(name, way: way.name, size: way.size, unit: "allocations", values: [count])
        }
    }

    /// Lets callgrind count instructions: it writes a profile each time that `countedBlock` ends.
    ///
    /// - Parameters:
    ///   - name: The name of the work that the ways do.
    ///   - ways: The ways.
    /// - Returns: The number of calls of each way in its profile, in the order of the profiles.
    /// - Throws: Rethrows errors from a way.
    public static func profiles(_ name: String, _ ways: [Way]) throws -> [Series] {
        try ways.map { way in
            let calls = calls(of: way)
            try way.run(warmUpCalls)
            try countedBlock(way, calls)
            return Series(name, way: way.name, size: way.size, unit: "calls", values: [Double(calls)])
        }
    }

    /// Returns the number of calls to make: fewer for large work, which takes long under callgrind.
    private static func calls(of way: Way) -> Int {
        max(callsAtMost / (way.size ?? 1), 10)
    }

    // Callgrind finds this function by its name.
    @inline(never)
    private static func countedBlock(_ way: Way, _ calls: Int) throws {
        try way.run(calls)
    }
}
