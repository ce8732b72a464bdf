/// The receipt of the server for a file.
struct Receipt: Codable, Equatable {
    let bytes: Int
}
