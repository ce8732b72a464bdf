import SwiftUI

@main struct TrackerApp: App {
    @State private var session = Session()

    var body: some Scene {
        WindowGroup { RootView(session: session) }
    }
}

struct RootView: View {
    let session: Session

    var body: some View {
        NavigationStack {
            if session.isSignedIn {
                IssueListView(session)
            } else {
                SignInView(session: session)
            }
        }
        .task { await session.follow() }
    }
}
