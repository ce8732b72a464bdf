import Dispatch
import Foundation

/// The function that the fuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    target.run(FuzzInput(Array(UnsafeBufferPointer(start: bytes, count: count))))
    return 0
}

/// The target that the environment names.
private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget.all[name] else {
        print("FUZZ_TARGET has to be one of: \(FuzzTarget.all.keys.sorted().joined(separator: " "))")
        exit(2)
    }
    return target
}()

/// Code that the fuzzer calls with random bytes.
struct FuzzTarget: Sendable {
    static let all: [String: FuzzTarget] = [
        "cache-control": .cacheControl, "content-range": .contentRange, "header-fields": .headerFields, "json": .json,
        "json-lines": .jsonLines, "link": .link, "multipart": .multipart, "retry-after": .retryAfter,
        "server-sent-events": .serverSentEvents, "url": .url,
    ]

    let run: @Sendable (FuzzInput) -> Void
}

/// Runs asynchronous code to its end, because the fuzzer calls a function that is not asynchronous.
func wait(for body: @escaping @Sendable () async -> Void) {
    let end = DispatchSemaphore(value: 0)
    Task.detached {
        await body()
        end.signal()
    }
    end.wait()
}

/// Ends the process unless a condition holds; the fuzzer then reports the input.
func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition {
        FileHandle.standardError.write(Data("FINDING: \(message())\n".utf8))
        abort()
    }
}
