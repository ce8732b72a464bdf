/// What the server says of a file that it got.
struct Receipt: Codable, Equatable {
    let bytes: Int
}
