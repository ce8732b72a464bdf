import EndpointController

/// The state of the issues and pull requests to list; `ParameterValue` makes it a value for query items.
enum IssueState: String, Decodable, ParameterValue {
    case open, closed, all
}
