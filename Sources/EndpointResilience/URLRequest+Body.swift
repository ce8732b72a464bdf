import EndpointController
import Foundation

extension URLRequest {
    /// A Boolean value that indicates whether the body can be read again; true for a request without a body.
    var canBeReadAgain: Bool { httpBodyStream == nil || endpointBody != nil }
}
