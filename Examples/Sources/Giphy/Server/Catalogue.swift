/// The GIFs of the server, as Giphy would write them.
enum Catalogue {
    struct GIF: Encodable {
        fileprivate struct Images: Encodable {
            let original: Image
        }

        fileprivate struct Image: Encodable {
            let url: String
            let width: String
            let height: String
        }

        private let type = "gif"
        private let id: String
        fileprivate let title: String
        private let images: Images

        fileprivate init(_ id: String, _ title: String, _ width: Int, _ height: Int) {
            self.id = id
            self.title = title
            let url = "https://media.giphy.example.com/\(id)/giphy.gif"
            images = Images(original: Image(url: url, width: "\(width)", height: "\(height)"))
        }
    }

    static let gifs = [
        GIF("a1", "A cat on a keyboard", 480, 270),
        GIF("b2", "A dog in the snow", 500, 281),
        GIF("c3", "A cat & a printer", 320, 240),
        GIF("d4", "A kettle, at last", 400, 400),
        GIF("e5", "A cat in a box that is too small", 480, 480),
    ]

    static func gifs(about text: String) -> [GIF] {
        gifs.filter { $0.title.lowercased().contains(text.lowercased()) }
    }
}
