#if os(Linux)
import CCurl
import Endpoint
import EndpointSupport
import Foundation

/// One request in progress.
///
/// `@unchecked Sendable`: after the exchange has started, its variables belong to the thread of the loop.
final class CurlExchange: @unchecked Sendable {
    enum Direction { case receiving, sending }

    private enum Connection { case unknown, new, used, unfit }

    enum End {
        case whole
        case failed(EndpointTransportError)
        /// The request has to be sent over another connection.
        case repeated
    }

    let channel = EndpointResponseChannel(limit: 262_144, wakingOn: CurlLoop.calling)
    let request: URLRequest
    let loop: CurlLoop
    private let canBeSentAgain: Bool
    private let settings: ConnectionSettings
    private let onUpload: (@Sendable (EndpointProgress) -> Void)?

    // For the thread of the loop.
    private(set) var transfer: OpaquePointer?
    var isAbandoned = false
    private var failure: EndpointTransportError?
    private var paused: Set<Direction> = []

    // The request.
    private var body: CurlBody?
    /// A Boolean value that indicates whether the request was sent, or a part of it.
    private var isSent = false
    private var connection = Connection.unknown
    private var needsNewConnection = false
    private var localPort: Int32 = 0

    // The response.
    private var lines = CurlHead()
    private var head: EndpointResponseHead?
    private var decoder: CurlDecoder?
    private var isFull = false
    private var received: Int64 = 0
    /// A Boolean value that indicates whether the response is whole although the transfer has not ended.
    private var isWhole = false

    init(
        _ outgoing: OutgoingRequest,
        _ context: EndpointTransportContext,
        _ settings: ConnectionSettings,
        _ loop: CurlLoop
    ) {
        request = outgoing.urlRequest
        canBeSentAgain = outgoing.canBeSentAgain
        self.settings = settings
        self.loop = loop
        onUpload = context.onUpload
    }

    // MARK: The transfer

    /// Creates a transfer of libcurl; returns nil if the call has ended.
    func begin() -> OpaquePointer? {
        if isAbandoned { return nil }
        do {
            guard let transfer = ccurl_transfer_new() else { throw CurlError(CCURLE_OUT_OF_MEMORY) }
            self.transfer = transfer
            body = try CurlBody(request) { [weak self] in self.map { $0.loop.add(.resume($0, .sending)) } }
            try prepare(CurlOptions(transfer))
            return transfer
        } catch {
            channel.finish(throwing: .invalidRequest(error))
            release()
            return nil
        }
    }

    /// Releases the transfer, after the loop has removed it.
    func release() {
        if localPort > 0 { ccurl_loop_did_use(loop.loop, localPort) }
        if let transfer { ccurl_transfer_free(transfer) }
        (transfer, connection, localPort, paused) = (nil, .unknown, 0, [])
    }

    /// Continues in a direction in which the transfer has paused, and returns an error of libcurl, or 0.
    func resume(_ direction: Direction) -> Int {
        guard let transfer, paused.remove(direction) != nil else { return CCURLE_OK }
        if direction == .receiving { ccurl_loop_hold(loop.loop, transfer, false) }
        let rest = paused.first.map { $0 == .receiving ? CCURLPAUSE_RECV : CCURLPAUSE_SEND }
        return Int(ccurl_resume(transfer, Int32(rest ?? 0)))
    }

    /// Returns how the exchange ends after the transfer has ended with a result of libcurl.
    func end(of result: Int) -> End {
        if mustBeRepeated(result) {
            if connection != .unknown { needsNewConnection = true }
            return .repeated
        }
        if let failure { return .failed(failure) }
        if isWhole { return .whole }
        if result == CCURLE_OK, head != nil {
            guard decoder?.isAtEnd != false else {
                return .failed(.truncated(CurlError(CCURLE_PARTIAL_FILE, "The coded body is cut short.")))
            }
            return .whole
        }
        let error = error(of: result)
        if head != nil { return .failed(.truncated(error)) }
        if isSent || isSentWithoutNotice { return .failed(.notResponding(error)) }
        switch result {
        case CCURLE_URL_MALFORMAT, CCURLE_SSL_CERTPROBLEM, CCURLE_SSL_CACERT_BADFILE:
            return .failed(.invalidRequest(error))
        default:
            return .failed(.unreachable(error))
        }
    }

    /// Indicates whether the request has to be sent over another connection, because the one that was used before was
    /// not fit, or was closed while an idempotent request was sent (RFC 9110, section 9.2.2), or because none was free.
    private func mustBeRepeated(_ result: Int) -> Bool {
        guard failure == nil, lines.isEmpty, head == nil, !isAbandoned, let transfer else { return false }
        switch connection {
        // From about 8.8 on, the wait for one of the connections to a host counts as time to connect.
        case .unknown: return result == CCURLE_OPERATION_TIMEDOUT && !ccurl_has_begun(transfer)
        case .new: return false
        case .unfit: return true
        case .used:
            let codes = [
                CCURLE_ABORTED_BY_CALLBACK, CCURLE_GOT_NOTHING, CCURLE_SEND_ERROR, CCURLE_RECV_ERROR,
                CCURLE_SEND_FAIL_REWIND,
            ]
            return canBeSentAgain && codes.contains(result)
        }
    }

    private func error(of result: Int) -> CurlError {
        switch result {
        // libcurl reports success for a head that is cut short.
        case CCURLE_OK: CurlError(CCURLE_GOT_NOTHING, "The connection was closed within the head of the response.")
        // It reports a lack of memory for a line of a head that is too long.
        case CCURLE_OUT_OF_MEMORY where isSent && head == nil: .headTooLong
        // libcurl could not send the request again, or `isReady` has refused that.
        case CCURLE_ABORTED_BY_CALLBACK, CCURLE_SEND_FAIL_REWIND: CurlError(CCURLE_GOT_NOTHING)
        // The server may have closed the connection before libcurl could read the alert of TLS.
        case CCURLE_SEND_ERROR where connection == .new && request.url?.scheme == "https" && (body?.sent ?? 0) == 0:
            CurlError(result, "The server closed the connection at once. It may require a client certificate.")
        default: CurlError(result, transfer.map { String(cString: ccurl_transfer_error($0)) } ?? "")
        }
    }

    // MARK: The request

    private func prepare(_ options: CurlOptions) throws {
        let method = request.httpMethod ?? "GET"
        try options.set(CCURLOPT_URL, request.url?.absoluteString ?? "")
        try options.set(CCURLOPT_PATH_AS_IS, 1)
        try options.set(CCURLOPT_NOSIGNAL, 1)
        // Over HTTP/2, libcurl sends a POST again after the server has refused its stream.
        try options.set(CCURLOPT_HTTP_VERSION, CCURL_HTTP_VERSION_1_1)
        try options.set(CCURLOPT_HTTP09_ALLOWED, 0)
        try options.set(CCURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if ccurl_version() >= CCURL_VERSION_WITH_QUICK_EXIT { try options.set(CCURLOPT_QUICK_EXIT, 1) }
        if needsNewConnection || !Self.isAsked && !(request.isIdempotent && body == nil) {
            try options.set(CCURLOPT_FRESH_CONNECT, 1)
        }
        try options.set(settings)
        if let body {
            try options.set(CCURLOPT_UPLOAD, 1)
            try options.set(CCURLOPT_INFILESIZE_LARGE, body.length ?? -1)
        } else {
            try options.set(method == "HEAD" ? CCURLOPT_NOBODY : CCURLOPT_HTTPGET, 1)
        }
        if method != "HEAD" { try options.set(CCURLOPT_CUSTOMREQUEST, method) }
        try addFields(options)
        try options.set(Self.callbacks, Unmanaged.passUnretained(self).toOpaque())
    }

    private func addFields(_ options: CurlOptions) throws {
        // libcurl would add `Expect` to an upload.
        var missing = ["expect": "Expect:"]
        if request.value(forHTTPHeaderField: "Range") != nil {
            missing["accept-encoding"] = "Accept-Encoding: identity"
        } else if CurlDecoder.isAvailable {
            missing["accept-encoding"] = "Accept-Encoding: gzip, deflate"
        }
        for (name, value) in request.allHTTPHeaderFields ?? [:] where !name.equalsIgnoringASCIICase("Content-Length") {
            missing[name.lowercased()] = nil
            // A line that ends with a colon would remove the field.
            try options.add(field: value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        for line in missing.values { try options.add(field: line) }
    }

    /// A Boolean value that indicates whether libcurl calls `isReady` before it sends a request.
    private static let isAsked = ccurl_version() >= CCURL_VERSION_WITH_PREREQ

    /// Indicates whether a part of the request may have been sent by a libcurl that does not call `isReady`.
    private var isSentWithoutNotice: Bool {
        guard let transfer, !Self.isAsked else { return false }
        return ccurl_get_long(transfer, Int32(CCURLINFO_REQUEST_SIZE)) > 0
    }

    /// Decides whether the request may be sent over a connection.
    ///
    /// If a connection that was used before is closed, libcurl sends any request again, and asks again. The exchange
    /// itself decides about that: see `mustBeRepeated(_:)`.
    private func isReady(_ address: UnsafePointer<CChar>?, port: Int32, localPort: Int32) -> Bool {
        guard !isAbandoned, connection == .unknown, let transfer else { return false }
        self.localPort = localPort
        if ccurl_get_long(transfer, Int32(CCURLINFO_NUM_CONNECTS)) > 0 {
            connection = .new
        } else {
            // Servers close connections after a while, and a request that is just being sent is then lost.
            let idleTime = ccurl_loop_idle_time(loop.loop, address, port, localPort)
            let isFit = idleTime >= 0 && (request.isIdempotent || idleTime < 1_000_000_000)
            connection = isFit ? .used : .unfit
        }
        guard connection != .unfit else { return false }
        isSent = true
        return true
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard !isAbandoned, let body else { return CCURL_READFUNC_ABORT }
        do {
            switch try body.read(into: buffer) {
            case .bytes(let count):
                if count > 0 { report(body) }
                return count
            case .none:
                paused.insert(.sending)
                return CCURL_READFUNC_PAUSE
            }
        } catch {
            failure = .invalidRequest(error)
            return CCURL_READFUNC_ABORT
        }
    }

    private func report(_ body: CurlBody) {
        guard let onUpload else { return }
        let progress = EndpointProgress(completed: body.sent, total: body.length)
        CurlLoop.calling.async { onUpload(progress) }
    }

    // MARK: The response

    private func didReceive(line: UnsafeRawBufferPointer) -> Int {
        guard !isAbandoned else { return 0 }
        // After the head, trailers may arrive.
        guard head == nil else { return line.count }
        do {
            return try lines.add(line) ? didReceiveHead() ? line.count : 0 : line.count
        } catch {
            failure = .notResponding(error)
            return 0
        }
    }

    private func didReceiveHead() -> Bool {
        let status = transfer.map { ccurl_get_long($0, Int32(CCURLINFO_RESPONSE_CODE)) } ?? 0
        let head = EndpointResponseHead(url: request.url, statusCode: status, fieldLines: lines.fieldLines)
        lines = CurlHead()
        // An interim response, but not a switch to another protocol (RFC 9110, section 15.2).
        if 100..<200 ~= status, status != 101 { return true }
        guard status >= 200, !head.hasInvalidLength(method: request.httpMethod) else {
            let reason = status == 101 ? "The status 101 is not expected." : "The length of the body is not valid."
            failure = .notResponding(CurlError(CCURLE_WEIRD_SERVER_REPLY, reason))
            return false
        }
        self.head = head
        decoder = CurlDecoder(head)
        channel.send(head)
        return !endsEarly(head)
    }

    private func didReceive(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard !isAbandoned, let head else { return 0 }
        if isFull {
            isFull = false
            return pauseReceiving()
        }
        guard let decoder else {
            isFull = !channel.send(Data(bytes))
            received += Int64(bytes.count)
            return endsEarly(head) ? 0 : bytes.count
        }
        do {
            return try decoder.decode(bytes) { channel.send($0) } ? bytes.count : pauseReceiving()
        } catch {
            failure = .truncated(error)
            return 0
        }
    }

    /// Pauses until the reader has caught up; libcurl then delivers the same bytes again.
    private func pauseReceiving() -> Int {
        paused.insert(.receiving)
        if let transfer { ccurl_loop_hold(loop.loop, transfer, true) }
        channel.whenDrained { [weak self] in self.map { $0.loop.add(.resume($0, .receiving)) } }
        return CCURL_WRITEFUNC_PAUSE
    }

    /// Indicates whether the response is whole before the request is, and says that the server does not read the rest:
    /// libcurl 7.84, for example, would wait for the end of the request.
    private func endsEarly(_ head: EndpointResponseHead) -> Bool {
        isWhole = body?.isAtEnd == false && head.bodyLength(method: request.httpMethod) == received
        let closes = FieldList.members(of: head.headerField("Connection") ?? "").contains { $0.lowercased() == "close" }
        return isWhole && (head.statusCode >= 300 || closes)
    }

    // MARK: The callbacks

    private static func exchange(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
        context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let callbacks = ccurl_callbacks(
        on_header: { bytes, size, count, context in
            exchange(context)?.didReceive(line: UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
        },
        on_write: { bytes, size, count, context in
            exchange(context)?.didReceive(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
        },
        on_read: { bytes, size, count, context in
            exchange(context)?.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) ?? 0
        },
        on_ready: { context, address, _, port, localPort in
            exchange(context)?.isReady(address, port: port, localPort: localPort) == true ? 0 : 1
        }
    )
}
#endif
