import EndpointController

/// Who may watch a GIF.
enum Rating: String, QueryItemValue {
    case general = "g"
    case parentalGuidance = "pg"
}
