import EndpointController

/// The order of the results of a search; `ParameterValue` makes it a value for query items.
enum Sort: String, ParameterValue {
    case id, name
}
