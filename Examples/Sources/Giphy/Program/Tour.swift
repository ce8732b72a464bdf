import Console
import EndpointPaging

/// The steps of the program.
struct Tour {
    private let server: GiphyServer
    private let controller: EndpointController<GiphyError>

    init(server: GiphyServer, key: String) throws {
        self.server = server
        controller = try .giphy(server, key: key)
    }

    func run() async throws {
        try await Example.step("The most watched GIFs", showTrending)
        try await Example.step("A search, page by page", search)
        try await Example.step("A wrong key", useWrongKey)
    }

    private func showTrending() async throws {
        let page = try await controller.load(Trending(count: 3))
        page.data.forEach(show)
        try WrongAnswer.unless(page.data.count, is: 3)
    }

    /// Stops after two pages, because Giphy has many.
    private func search() async throws {
        var pages = 0
        for try await page in controller.pages(of: Search(text: "cat")) {
            page.data.forEach(show)
            pages += 1
            if pages == 2 { break }
        }
        try WrongAnswer.unless(pages, is: 2)
    }

    /// The error shows Giphy's message and the URL, but not the key.
    private func useWrongKey() async throws {
        let stranger = try EndpointController.giphy(server, key: "a-wrong-key")
        do {
            _ = try await stranger.load(Trending(count: 1))
        } catch {
            Terminal.print("→ \(error)", .yellow)
            try WrongAnswer.unless(error.response?.statusCode, is: 401)
            try WrongAnswer.unless(error.serverError?.meta?.status, is: 401)
            try WrongAnswer.unless("\(error)".contains("a-wrong-key"), is: false)
            return
        }
        throw MissingFailure()
    }

    private func show(_ gif: GIF) {
        let image = gif.images.original
        Terminal.print("→ \(gif.title), \(image.width) × \(image.height)", .green)
    }
}
