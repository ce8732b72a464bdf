import Foundation

/// Returns the number of open file descriptors after it has not changed for half a second.
public func descriptorsAtRest() async throws -> Int {
    try await numberAtRest { try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count }
}

/// Returns a number after it has not changed for half a second.
///
/// No event reports that a file descriptor is closed, or that a thread has ended.
public func numberAtRest(_ number: () throws -> Int) async throws -> Int {
    var numbers = [try number()]
    while numbers.count < 10 || Set(numbers.suffix(10)).count > 1 {
        try await Task.sleep(for: .milliseconds(50))
        numbers.append(try number())
    }
    return numbers[numbers.count - 1]
}
