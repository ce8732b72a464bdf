import EndpointAsyncHTTPClient
import Hummingbird

extension HTTPError {
    /// Creates the answer of the shop to a failed call of the warehouse.
    ///
    /// A failure between the two is not the customer's fault, and the details are for the log.
    init(_ error: EndpointError<ServiceError>) {
        switch error {
        case .unacceptableStatus(let response, let serverError) where response.statusCode == 404:
            self.init(.notFound, message: serverError?.reason ?? "There is no such product.")
        case .timedOut:
            self.init(.gatewayTimeout, message: "The warehouse takes too long.")
        default:
            self.init(.badGateway, message: "The warehouse cannot say.")
        }
    }
}
