import EndpointController
import Foundation

extension EndpointNext {
    /// Indicates whether a request may be sent again after a response that says that the server did not act on it.
    ///
    /// If a redirect changed the method to GET, a server has already carried out the request. Then the request may
    /// be sent again only if it is repeatable.
    func canSendAgain(_ request: URLRequest, after response: EndpointStreamedResponse) -> Bool {
        let isCarriedOut = redirects > 0 && response.request?.httpMethod != request.httpMethod
        return isCarriedOut ? isRepeatable(request) : request.canBeReadAgain
    }
}
