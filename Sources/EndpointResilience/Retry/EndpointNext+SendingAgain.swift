import EndpointController
import Foundation

extension EndpointNext {
    /// Returns why a request may not be sent again after a response that says that the server did not act on it; nil if
    /// it may.
    ///
    /// If a redirect changed the method to GET, a server has already carried out the request. Then the request may
    /// be sent again only if it is repeatable.
    func refusal(ofSending request: URLRequest, after response: EndpointStreamedResponse) -> RetryRefusal? {
        if !request.canBeReadAgain { return .bodyReadOnce }
        let isCarriedOut = response.redirects > 0 && response.request?.httpMethod != request.httpMethod
        return isCarriedOut && !isRepeatable(request) ? .changedMethod : nil
    }
}
