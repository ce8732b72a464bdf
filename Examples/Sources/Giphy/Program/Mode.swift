import Console

/// Who answers, if not a server on this machine.
enum Mode: String, CommandLineOption {
    case live = "--live"
}
