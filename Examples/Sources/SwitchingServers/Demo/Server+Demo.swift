extension Server {
    var name: String {
        switch self {
        case .staging: "staging"
        case .production: "production"
        }
    }

    var answers: Answers {
        switch self {
        case .staging: .staging
        case .production: .production
        }
    }
}
