import EndpointController

/// What stands first in the results of a search.
enum SearchOrder: String, ParameterValue {
    case stars, forks, updated
}
