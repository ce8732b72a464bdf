import EndpointSupport

/// The notes of the middleware of a call, for the error or the response with which the call ends.
final class CallNotes: Sendable {
    private struct Thrower {
        let middleware: any EndpointMiddleware.Type
        let error: any Error.Type
    }

    private let notes = Locked<(explanation: (any Error)?, thrower: Thrower?)>((nil, nil))

    var explanation: (any Error)? {
        get { notes.withLock(\.explanation) }
        set { notes.withLock { $0.explanation = newValue } }
    }

    /// Returns the innermost middleware that threw an error; nil for an error of the transport.
    func thrower(of error: any Error) -> (any EndpointMiddleware.Type)? {
        notes.withLock { $0.thrower.flatMap { $0.error == type(of: error) ? $0.middleware : nil } }
    }

    /// Notes that a middleware throws an error, unless it rethrows the error of another.
    func note(_ error: any Error, of middleware: any EndpointMiddleware) {
        if error is EndpointTransportError { return }
        notes.withLock { notes in
            if let thrower = notes.thrower, thrower.error == type(of: error) { return }
            notes.thrower = Thrower(middleware: type(of: middleware), error: type(of: error))
        }
    }
}
