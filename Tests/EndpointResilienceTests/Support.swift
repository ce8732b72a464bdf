import EndpointResilience
import EndpointTesting
import Foundation

typealias Controller = EndpointController<EndpointDefaultServerError>
typealias LoadError = EndpointError<EndpointDefaultServerError>

/// A URL that the test knows to be valid.
func url(_ string: String) -> URL {
    guard let url = URL(string: string) else { preconditionFailure("\(string) is not a URL") }
    return url
}

let baseURL = url("https://example.com/api/")

private struct ConformanceFile<Row: Decodable>: Decodable {
    var rows: [Row]
}

/// The rows of a file in the test's resources; none if it cannot be read.
func conformanceRows<Row: Decodable>(_ name: String) -> [Row] {
    let file = Bundle.module.url(forResource: name, withExtension: "json")
    let data = file.flatMap { try? Data(contentsOf: $0) } ?? Data()
    do {
        return try JSONDecoder().decode(ConformanceFile<Row>.self, from: data).rows
    } catch {
        print("\(name).json: \(error)")
        return []
    }
}

/// A date as an IMF-fixdate (RFC 9110, section 5.6.7).
func httpText(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
}

extension Task {
    /// The value of the task.
    ///
    /// The task is cancelled together with the test that waits. Otherwise, a task that hangs would outlast the time
    /// limit of the test.
    var outcome: Success {
        get async throws {
            try await withTaskCancellationHandler {
                try await value
            } onCancel: {
                cancel()
            }
        }
    }
}

/// Waits until a condition that no event reports is false; ends with an error when the test is cancelled.
func waitWhile(_ condition: @autoclosure () -> Bool) async throws {
    while condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
