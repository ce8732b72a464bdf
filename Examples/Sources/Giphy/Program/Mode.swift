import Console

/// The source of the answers, if not a server on this machine.
enum Mode: String, CommandLineOption {
    case live = "--live"
}
