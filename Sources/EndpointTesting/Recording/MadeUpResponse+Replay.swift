import EndpointController
import Foundation

extension MadeUpResponse {
    init(_ response: ResponseRecord, _ failure: FailureRecord?) {
        self.init(
            statusCode: response.status,
            headerFields: response.headerFields,
            chunks: [.data(response.body?.bytes ?? Data())]
        )
        switch failure?.kind {
        case nil: break
        // The caller that cancelled the recorded call is expected to cancel the replayed call too.
        case .cancelled: ending = .stalled
        case .timedOut: ending = .failed(.timedOut)
        default: ending = .failed(.truncated(ReplayedFailure(failure)))
        }
    }
}

/// The error in a replayed failure; a cassette stores only the text of the original error.
struct ReplayedFailure: LocalizedError, CustomStringConvertible {
    let description: String
    var errorDescription: String? { description }

    init(_ failure: FailureRecord?) {
        switch failure?.kind {
        case .abandoned: description = "The rest was not recorded, because it was not read."
        default: description = failure?.reason ?? "The call failed when it was recorded."
        }
    }
}

extension FailureRecord {
    /// Returns the error of a recorded call that had no response.
    ///
    /// If the recorded call was cancelled, the method waits until the replayed call is cancelled.
    func transportError() async -> EndpointTransportError {
        let error = ReplayedFailure(self)
        return switch kind {
        case .invalidRequest: .invalidRequest(error)
        case .cancelled: await Pause.untilCancelled()
        case .unreachable: .unreachable(urlError ?? error)
        case .notResponding, .truncated, .abandoned: .notResponding(error)
        case .timedOut: .timedOut
        }
    }

    private var urlError: URLError? {
        let code = code.flatMap { URLError.Code(rawValue: $0) }
        return code.map { URLError($0, userInfo: [NSLocalizedDescriptionKey: ReplayedFailure(self).description]) }
    }
}
