#if os(Windows)
import Foundation

extension TemporaryFile {
    /// Creates a file in a folder that belongs to the user.
    static func create(_ url: URL) throws -> FileHandle {
        try Data().write(to: url, options: .withoutOverwriting)
        return try FileHandle(forUpdating: url)
    }

    /// Does nothing: a file that is open keeps its name here.
    func removeName() {}
}
#endif
