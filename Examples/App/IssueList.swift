import EndpointPaging
import Foundation
import Observation

/// A list that loads its next page when its end comes into view.
@MainActor @Observable final class IssueList {
    private(set) var issues: [Issue] = []
    /// The number of pages that have arrived.
    private(set) var pageCount = 0
    private(set) var isComplete = false
    private(set) var failure: String?

    @ObservationIgnored private var pages: EndpointPages<[Issue], EndpointDefaultServerError>

    init(_ api: TrackerController) {
        pages = api.pages(of: ListIssues())
    }

    func loadPage() async {
        // A property of an actor cannot be mutated across an `await`, so mutate a copy and store it afterwards.
        var pages = pages
        do {
            let page = try await pages.next()
            // The row has left the screen and may load this page again: do not add it twice.
            if Task.isCancelled { return }
            issues += page ?? []
            isComplete = page == nil
            pageCount += 1
            self.pages = pages
        } catch {
            // A cancelled task is not a failure: the row has left the screen.
            if !Task.isCancelled { failure = error.localizedDescription }
        }
    }

    /// Shows the end of the list again, so that the view loads the failed page again.
    func retry() {
        failure = nil
    }
}
