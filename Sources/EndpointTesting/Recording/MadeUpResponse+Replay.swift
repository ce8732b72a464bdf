import EndpointController
import Foundation

extension MadeUpResponse {
    init(_ response: ResponseRecord, _ failure: FailureRecord?) {
        self.init(
            statusCode: response.status,
            headerFields: response.headerFields,
            chunks: [.data(response.body?.bytes ?? Data())]
        )
        guard let failure else { return }
        switch failure.kind {
        // The caller that cancelled the recorded call is expected to cancel the replayed call too.
        case .cancelled: ending = .stalled
        case .timedOut: ending = .failed(.timedOut)
        default: ending = .failed(.truncated(failure.error))
        }
    }
}

/// The error in a replayed failure; a cassette stores the text of the original error, but not the error itself.
struct ReplayedFailure: _DescribedError {
    let description: String
}

extension FailureRecord {
    /// Returns the error of a recorded call that had no response.
    ///
    /// If the recorded call was cancelled, the method waits until the replayed call is cancelled.
    func transportError() async -> EndpointTransportError {
        switch kind {
        case .invalidRequest: .invalidRequest(error)
        case .cancelled: await Pause.untilCancelled()
        case .unreachable: .unreachable(urlError ?? error)
        case .notResponding, .truncated, .abandoned: .notResponding(error)
        case .timedOut: .timedOut
        }
    }

    fileprivate var error: ReplayedFailure {
        switch kind {
        case .abandoned: ReplayedFailure(description: "The rest was not recorded, because it was not read.")
        default: ReplayedFailure(description: reason ?? "The call failed when it was recorded.")
        }
    }

    private var urlError: URLError? {
        let code = code.flatMap { URLError.Code(rawValue: $0) }
        return code.map { URLError($0, userInfo: [NSLocalizedDescriptionKey: error.description]) }
    }
}
