import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `URLSession` with care: this type does by hand what `URLSession` leaves out.
///
/// It keeps these promises of the controller:
/// - A call ends at its deadline, to the millisecond, even while chunks arrive.
/// - A call ends at once when its task is cancelled, and has one outcome.
/// - A body over 64 MiB ends the call.
/// - A redirect keeps the method and the body where RFC 9110 says so, and a relative location is resolved by RFC 3986.
///   A call follows at most 20 redirects, and sends no credentials to another origin.
/// - A 401 is a response like any other.
/// - A status that is not accepted is an error with the server's error body, and each kind of failure has its own case.
///
/// It leaves out other work of the controller: a separate connection for each request that must not be sent twice, a
/// file for data that a slow reader leaves unread, and another thread to create tasks, because `URLSession` may block
/// meanwhile.
final class CarefulSession: Sendable {
    private let baseURL: URL
    private let delegate = CarefulDelegate()
    private let session: URLSession
    private let decoder = JSONDecoder()

    init(baseURL: URL) {
        self.baseURL = baseURL
        session = URLSession(configuration: .withoutMemory, delegate: delegate, delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    func user(_ id: Int, token: String? = nil) async throws(CarefulError) -> User {
        guard let url = URL(string: "\(baseURL.absoluteString)users/\(id)") else { throw .invalidURL }
        var request = URLRequest(url: url)
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let (data, response) = try await data(for: request, timeout: 60)
        guard (200..<300).contains(response.statusCode) else {
            throw .status(response.statusCode, try? decoder.decode(ServerError.self, from: data))
        }
        do {
            return try decoder.decode(User.self, from: data)
        } catch {
            throw .decoding(error)
        }
    }

    private func data(
        for request: URLRequest, timeout: TimeInterval
    ) async throws(CarefulError) -> (Data, HTTPURLResponse) {
        let load = CarefulLoad(sizeLimit: 64 * 1_048_576)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let task = session.dataTask(with: request)
                delegate.add(load, for: task)
                load.start(task, continuation, timeout: timeout)
            }
        } onCancel: {
            load.end(.failure(.cancelled))
        }
        return try result.get()
    }
}
