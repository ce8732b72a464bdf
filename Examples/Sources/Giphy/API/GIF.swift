import EndpointController

/// A GIF, with the address of its image.
struct GIF: Decodable, Equatable, Sendable {
    struct Images: Decodable, Equatable, Sendable {
        let original: Image
    }

    struct Image: Decodable, Equatable, Sendable {
        let url: String
        // Giphy sends sizes as strings.
        @LosslessString var width: Int
        @LosslessString var height: Int
    }

    let id: String
    let title: String
    let images: Images
}
