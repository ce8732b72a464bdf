/// The result of checking the signature of a request.
enum Verdict: CustomStringConvertible, Equatable, Sendable {
    case verified
    case unsigned
    /// The signature is refused, with the code of the reason that S3 uses.
    case refused(String)

    var description: String {
        switch self {
        case .verified: "verified"
        case .unsigned: "not signed"
        case .refused(let code): code
        }
    }
}
