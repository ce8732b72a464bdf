/// A GIF, with the address of its image.
struct GIF: Decodable, Equatable, Sendable {
    struct Images: Decodable, Equatable, Sendable {
        let original: Image
    }

    struct Image: Decodable, Equatable, Sendable {
        let url: String
        let width: Int
        let height: Int
    }

    let id: String
    let title: String
    let images: Images
}

extension GIF.Image {
    private enum CodingKeys: String, CodingKey {
        case url, width, height
    }

    /// Giphy sends sizes as strings.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func size(_ key: CodingKeys) throws -> Int {
            let text = try container.decode(String.self, forKey: key)
            guard let size = Int(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "The size is not a number: \"\(text)\".")
            }
            return size
        }
        url = try container.decode(String.self, forKey: .url)
        width = try size(.width)
        height = try size(.height)
    }
}
