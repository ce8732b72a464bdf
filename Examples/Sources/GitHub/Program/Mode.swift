import Console

/// Who answers, if not the cassette.
enum Mode: String, CommandLineOption {
    case live = "--live"
    case record = "--record"
}
