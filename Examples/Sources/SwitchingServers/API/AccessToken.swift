/// The credential of this demo; a real program reads its credential from a secure store.
enum AccessToken {
    /// The token, which is sent to the server but printed as `***`.
    static let value = "open-sesame"
}
