import EndpointStreaming
import Foundation
import Observation

/// An issue, and its summary while the server writes it.
@MainActor @Observable final class IssuePage {
    private(set) var issue: Issue?
    private(set) var summary = ""
    private(set) var failure: String?

    @ObservationIgnored private let id: Int
    @ObservationIgnored private let api: TrackerController

    init(_ id: Int, _ api: TrackerController) {
        self.id = id
        self.api = api
    }

    func load() async {
        failure = nil
        do {
            issue = try await api.load(GetIssue(id: id))
        } catch {
            show(error)
        }
    }

    /// Adds each piece of the summary as it arrives, until the summary ends or the task is cancelled.
    func summarize() async {
        (summary, failure) = ("", nil)
        do {
            for try await piece in api.elements(of: SummarizeIssue(id: id)) { summary += piece.text }
        } catch {
            show(error)
        }
    }

    private func show(_ error: any Error) {
        if !Task.isCancelled { failure = error.localizedDescription }
    }
}
