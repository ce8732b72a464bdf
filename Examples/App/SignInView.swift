import SwiftUI

struct SignInView: View {
    let session: Session
    @State private var user = ""
    @State private var password = ""
    @State private var isWaiting = false
    @State private var failure: String?

    var body: some View {
        Form {
            TextField("User", text: $user)
            SecureField("Password", text: $password)
            if let failure { Text(failure) }
            Button("Sign in") { isWaiting = true }.disabled(isWaiting || user.isEmpty)
        }
        .task(id: isWaiting) {
            guard isWaiting else { return }
            failure = nil
            do {
                try await session.signIn(user: user, password: password)
            } catch {
                if !Task.isCancelled { failure = error.localizedDescription }
            }
            isWaiting = false
        }
    }
}
