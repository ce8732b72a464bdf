import EndpointController

/// Which issues and pull requests to list, made a value for query items by one word.
enum IssueState: String, Decodable, ParameterValue {
    case open, closed, all
}
