import Console

/// The source of the answers, if not the cassette.
enum Mode: String, CommandLineOption {
    case live = "--live"
    case record = "--record"
}
