import EndpointController
import Hummingbird

extension HTTPError {
    /// Creates the answer of the shop after a failed call to the warehouse.
    ///
    /// A failure between the two services is not the customer's fault, and its details belong in the log.
    init(_ error: EndpointError<ServiceError>) {
        switch error {
        case .unacceptableStatus(let response, let serverError) where response.statusCode == 404:
            self.init(.notFound, message: serverError?.reason ?? "There is no such product.")
        case .timedOut:
            self.init(.gatewayTimeout, message: "The warehouse did not answer in time.")
        default:
            self.init(.badGateway, message: "The warehouse is unavailable.")
        }
    }
}
