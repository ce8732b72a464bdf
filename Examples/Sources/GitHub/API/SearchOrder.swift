import EndpointController

/// The order of the results of a search.
enum SearchOrder: String, ParameterValue {
    case stars, forks, updated
}
