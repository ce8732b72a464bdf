import EndpointController
import Foundation

extension URLRequest {
    /// Indicates whether the body can be read again; true for a request without a body.
    var canBeReadAgain: Bool { httpBodyStream == nil || endpointBody != nil }
}
