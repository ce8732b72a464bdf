import EndpointController

/// Who may watch a GIF.
enum Rating: String, ParameterValue {
    case general = "g"
    case parentalGuidance = "pg"
}
