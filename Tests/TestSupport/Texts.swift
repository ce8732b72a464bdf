package import EndpointController
package import Foundation

package typealias Controller = EndpointController<EndpointDefaultServerError>
package typealias LoadError = EndpointError<EndpointDefaultServerError>

/// A URL that the test knows to be valid.
package func url(_ string: String) -> URL {
    guard let url = URL(string: string) else { preconditionFailure("\(string) is not a URL") }
    return url
}

package let baseURL = url("https://example.com/api/")

/// A date as an IMF-fixdate (RFC 9110, section 5.6.7).
package func httpText(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
}

private struct ConformanceFile<Row: Decodable>: Decodable {
    var rows: [Row]
}

/// The rows of a file in a test's resources; none if it cannot be read.
package func conformanceRows<Row: Decodable>(_ name: String, in bundle: Bundle) -> [Row] {
    let file = bundle.url(forResource: name, withExtension: "json")
    let data = file.flatMap { try? Data(contentsOf: $0) } ?? Data()
    do {
        return try JSONDecoder().decode(ConformanceFile<Row>.self, from: data).rows
    } catch {
        print("\(name).json: \(error)")
        return []
    }
}
