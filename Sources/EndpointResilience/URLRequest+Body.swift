import EndpointController
import Foundation

extension URLRequest {
    /// Indicates whether the body, if there is one, can be read again.
    var canBeReadAgain: Bool { httpBodyStream == nil || endpointBody != nil }
}
