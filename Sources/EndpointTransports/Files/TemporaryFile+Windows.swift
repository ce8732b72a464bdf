#if os(Windows)
import Foundation

extension TemporaryFile {
    /// Creates a file without setting permissions, because the temporary folder belongs to the user.
    static func create(_ url: URL) throws -> FileHandle {
        try Data().write(to: url, options: .withoutOverwriting)
        return try FileHandle(forUpdating: url)
    }

    /// Does nothing: on Windows, an open file keeps its name.
    func removeName() {}
}
#endif
