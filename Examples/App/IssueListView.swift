import SwiftUI

struct IssueListView: View {
    let session: Session
    @State private var list: IssueList

    init(_ session: Session) {
        self.session = session
        _list = State(initialValue: IssueList(session.api))
    }

    var body: some View {
        List {
            ForEach(list.issues) { issue in NavigationLink(issue.title, value: issue.id) }
            if let failure = list.failure {
                Text(failure)
                Button("Try again") { list.retry() }
            } else if !list.isComplete {
                // The row gets a new task after each page, in case the page does not fill the screen.
                ProgressView().task(id: list.pageCount) { await list.loadPage() }
            }
        }
        .navigationTitle("Issues")
        .navigationDestination(for: Int.self) { id in IssueView(id, session.api) }
        .toolbar { Button("Sign out") { session.signOut() } }
    }
}
