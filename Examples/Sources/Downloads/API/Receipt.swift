/// The server's receipt for a file.
struct Receipt: Codable, Equatable {
    let bytes: Int
}
