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
