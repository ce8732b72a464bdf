// Mistakes that newcomers make. The message of each names the cure.
import Endpoint
import EndpointController
import Foundation

struct WithoutURL: APIEndpointType {  // expect: does not conform to protocol 'RelativeURLStringProviderType'
    var method: HTTPMethod { .get }
}
