import Foundation

/// A piece of a body: bytes in memory, a range of a file, or a stream.
enum BodyPiece: Sendable {
    case data(Data)
    /// The bytes of a file from one offset to another, or to the end of the file if the second offset is nil.
    case file(URL, from: Int64 = 0, to: Int64? = nil)
    case stream(length: Int64?, open: @Sendable () throws -> InputStream)

    /// The number of bytes, or nil if it is unknown until the stream ends.
    var length: Int64? {
        get throws(EndpointRequestError) {
            switch self {
            case .data(let data): Int64(data.count)
            case .file(let url, let start, let end): try Self.length(ofFile: url, from: start, to: end)
            case .stream(let length?, _) where length < 0:
                throw .unreadableStream(Self.unreadable("The length \(length) is negative."))
            case .stream(let length, _): length
            }
        }
    }

    /// Makes an unopened stream that starts with the bytes of the piece.
    ///
    /// Read at most `length` bytes: the stream may deliver more.
    func makeStream() throws(EndpointRequestError) -> InputStream {
        switch self {
        case .data(let data):
            return InputStream(data: data)
        case .file(let url, let start, _):
            guard let stream = InputStream(url: url),
                start == 0 || stream.setProperty(NSNumber(value: start), forKey: .fileCurrentOffsetKey)
            else { throw .unreadableFile(url, CocoaError(.fileReadUnknown)) }
            return stream
        case .stream(_, let open):
            let stream: InputStream
            do {
                stream = try open()
            } catch {
                throw .unreadableStream(error)
            }
            guard stream.streamStatus == .notOpen else {
                throw .unreadableStream(
                    Self.unreadable("The stream was already opened. Return a new stream from each call of the closure.")
                )
            }
            return stream
        }
    }

    private static func length(
        ofFile url: URL,
        from start: Int64,
        to end: Int64?
    ) throws(EndpointRequestError) -> Int64 {
        guard url.isFileURL else {
            let shown = URL(string: Redaction.standard.masked(inURL: url.absoluteString)) ?? URL(fileURLWithPath: "")
            throw .unreadableFile(shown, unreadable("It is not a file URL. Make one with URL(fileURLWithPath:)."))
        }
        do {
            let path = url.resolvingSymlinksInPath().path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            guard FileManager.default.isReadableFile(atPath: path) else {
                throw CocoaError(.fileReadNoPermission)
            }
            // The values of `attributes` have the static type `Any`.
            guard attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? NSNumber
            else {
                throw unreadable("It is not a regular file.")
            }
            let end = end ?? size.int64Value
            guard start >= 0, start <= end, end <= size.int64Value else {
                throw unreadable("The file has \(size) bytes, so it does not contain the range \(start)..<\(end).")
            }
            return end - start
        } catch {
            throw .unreadableFile(url, error)
        }
    }

    static func unreadable(_ reason: String) -> any Error {
        CocoaError(.fileReadUnknown, userInfo: [NSLocalizedDescriptionKey: reason])
    }
}
