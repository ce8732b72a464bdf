import EndpointController

/// The order of what a search finds, made a value for query items by one word.
enum Sort: String, ParameterValue {
    case id, name
}
