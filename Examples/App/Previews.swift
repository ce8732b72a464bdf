#if DEBUG
import EndpointResilience
import EndpointStreaming
import EndpointTesting
import SwiftUI

extension Session {
    // A session whose requests for pages of the list get these answers in order; the last one is repeated.
    static func stubbed(lists first: StubAnswer, _ second: StubAnswer = .json([])) -> Session {
        let stub = StubTransport()
        stub.on(RequestMatcher(method: .get, path: "/api/issues"), answer: first, second)
        stub.on(RequestMatcher(method: .get, path: "/api/issues/1"), answer: .jsonEncoded(Issue.sample))
        let pieces = ["Saving ", "needs ", "a folder."].map { ServerSentEvent(data: #"{"text": "\#($0)"}"#) }
        let events = (pieces + [ServerSentEvent(data: "[DONE]")]).map(\.encoded)
        stub.on(.any, answer: .chunks(events, contentType: "text/event-stream", every: .milliseconds(300)))
        return Session(AccessToken("preview"), transport: stub)
    }
}

extension Issue {
    static let sample = Issue(id: 1, title: "Saving fails", text: "The file cannot be saved in a new folder.")
}

struct IssueList_Previews: PreviewProvider {
    static var previews: some View {
        RootView(session: .stubbed(lists: .json([Issue.sample]))).previewDisplayName("A page")
        RootView(session: .stubbed(lists: .neverAnswers)).previewDisplayName("Loading")
        RootView(session: .stubbed(lists: .json(["reason": "The tracker is being updated."], status: 503)))
            .previewDisplayName("An error")
        RootView(session: Session(transport: StubTransport())).previewDisplayName("Signed out")
    }
}

struct IssueView_Previews: PreviewProvider {
    static var previews: some View {
        IssueView(1, Session.stubbed(lists: .json([])).api)
    }
}
#endif
