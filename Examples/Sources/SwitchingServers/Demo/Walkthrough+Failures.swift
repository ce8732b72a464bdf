import Console
import EndpointController

/// Failures, told apart by the cases of one error.
///
/// Each `do` ends in a `catch` for the rest: without one, Swift 6.3 crashes while it compiles these functions.
extension Walkthrough {
    /// The server says what is wrong, in the body of its response.
    func askForNobody(_: Answers) async throws {
        do {
            _ = try await controller.load(UsersAPI.user(id: "nobody"), as: User.self)
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

    /// No request is made, rather than one for something else than was meant.
    func refuse(_: Answers) async throws {
        do {
            _ = try await controller.load(UsersAPI.user(id: ".."), as: User.self)
        } catch .invalidRequest(let error as EndpointRequestError) {
            Transcript.failure(error.description)
            guard case .unsafePathSegment = error else { throw error }
            return
        } catch {
            throw error
        }
        throw MissingFailure()
    }
}
