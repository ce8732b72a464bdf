import EndpointController

/// What stands first in the results of a search.
enum SearchOrder: String, QueryItemValue {
    case stars, forks, updated
}
