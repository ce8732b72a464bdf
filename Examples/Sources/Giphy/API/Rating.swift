import EndpointController

/// The audience of a GIF.
enum Rating: String, ParameterValue {
    case general = "g"
    case parentalGuidance = "pg"
}
