import Foundation

/// A part of a body that is read while the body is sent.
enum BodyPiece: Sendable {
    case data(Data)
    case file(URL)
    case stream(length: Int64?, open: @Sendable () throws -> InputStream)

    /// The number of bytes, or nil if only the end of the stream will tell.
    var length: Int64? {
        get throws(EndpointRequestError) {
            switch self {
            case .data(let data): Int64(data.count)
            case .file(let url): try Self.length(ofFile: url)
            case .stream(let length?, _) where length < 0:
                throw .unreadableStream(Self.unreadable("\(length) is no number of bytes."))
            case .stream(let length, _): length
            }
        }
    }

    /// A stream of the piece, not yet opened.
    func makeStream() throws(EndpointRequestError) -> InputStream {
        switch self {
        case .data(let data):
            return InputStream(data: data)
        case .file(let url):
            guard let stream = InputStream(url: url) else { throw .unreadableFile(url, CocoaError(.fileReadUnknown)) }
            return stream
        case .stream(_, let open):
            do {
                return try open()
            } catch {
                throw .unreadableStream(error)
            }
        }
    }

    private static func length(ofFile url: URL) throws(EndpointRequestError) -> Int64 {
        guard url.isFileURL else {
            let shown = URL(string: Credentials.hidden(inURL: url.absoluteString)) ?? URL(fileURLWithPath: "")
            throw .unreadableFile(shown, unreadable("It is no file URL; URL(fileURLWithPath:) makes one."))
        }
        do {
            let path = url.resolvingSymlinksInPath().path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            guard FileManager.default.isReadableFile(atPath: path) else {
                throw CocoaError(.fileReadNoPermission)
            }
            guard attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? NSNumber
            else {
                throw unreadable("It is no regular file.")
            }
            return size.int64Value
        } catch {
            throw .unreadableFile(url, error)
        }
    }

    private static func unreadable(_ reason: String) -> any Error {
        CocoaError(.fileReadUnknown, userInfo: [NSLocalizedDescriptionKey: reason])
    }
}
