import Console
import EndpointController

/// Failures, distinguished by the cases of one error.
///
/// Each `do` ends with a general `catch`, because without one the Swift 6.3 compiler crashes.
extension Walkthrough {
    /// The body of the response says what is wrong.
    func askForNobody(_: Answers) async throws {
        do {
            _ = try await controller.load(UsersAPI.user(id: "nobody").parsed(as: User.self))
        } catch .unacceptableStatus(let response, let serverError) {
            Transcript.failure("\(response.statusCode): \(serverError?.reason ?? "The server does not say why.")")
            try WrongAnswer.unless(response.statusCode, is: 404)
            try WrongAnswer.unless(serverError, is: UsersError(reason: "There is no such user.", userID: "nobody"))
            return
        } catch {
            throw error
        }
        throw MissingFailure()
    }

    /// The id would lead to another path, so no request is sent.
    func refuse(_: Answers) async throws {
        do {
            _ = try await controller.load(UsersAPI.user(id: "..").parsed(as: User.self))
        } catch .invalidRequest(_, let error as EndpointRequestError) {
            Transcript.failure(error.description)
            guard case .unsafePathSegment = error else { throw error }
            return
        } catch {
            throw error
        }
        throw MissingFailure()
    }
}
