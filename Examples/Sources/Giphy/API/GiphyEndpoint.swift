import EndpointController

/// The common part of the endpoints of Giphy: each reads a list of GIFs.
protocol GiphyEndpoint: APIEndpointType, PayloadProviderType where Payload == GIFPage {}
