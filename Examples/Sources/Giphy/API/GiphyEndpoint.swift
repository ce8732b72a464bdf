import EndpointController

/// What the endpoints of Giphy have in common: each is a list of GIFs to be read.
protocol GiphyEndpoint: APIEndpointType, PayloadProviderType where Payload == GIFPage {}

extension GiphyEndpoint {
    var method: HTTPMethod { .get }
}
