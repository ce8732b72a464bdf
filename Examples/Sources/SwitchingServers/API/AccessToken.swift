/// The credential of this demo; a real program reads its own from where it keeps secrets.
enum AccessToken {
    /// It goes over the wire, and `***` stands for it in all that is printed.
    static let value = "open-sesame"
}
