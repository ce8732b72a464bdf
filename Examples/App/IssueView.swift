import SwiftUI

struct IssueView: View {
    @State private var page: IssuePage
    @State private var isSummarizing = false

    init(_ id: Int, _ api: TrackerController) {
        _page = State(initialValue: IssuePage(id, api))
    }

    var body: some View {
        List {
            if let failure = page.failure { Text(failure) }
            if let issue = page.issue {
                Text(issue.text)
                Button(isSummarizing ? "Stop" : "Summarize") { isSummarizing.toggle() }
                Text(page.summary)
            } else if page.failure == nil {
                ProgressView()
            }
        }
        .navigationTitle(page.issue?.title ?? "")
        .task { await page.load() }
        // SwiftUI cancels this task when the button is pressed again, and when the view disappears.
        .task(id: isSummarizing) {
            guard isSummarizing else { return }
            await page.summarize()
            if !Task.isCancelled { isSummarizing = false }
        }
    }
}
