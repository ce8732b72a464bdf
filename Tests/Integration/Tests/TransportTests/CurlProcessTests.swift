#if os(Linux)
import CurlHeader
import Foundation
import Programs
import Testing

/// Tests of libcurl in the process of a program.
@Suite(.serialized, .timeLimit(.minutes(2))) struct CurlProcessTests {
    private func output(_ arguments: String...) async throws -> [String] {
        let result = try await run(products.appending(path: "CurlProcess").path, arguments)
        try #require(result.status == 0, "\(result.status) \(result.output) \(result.errorOutput)")
        return result.output.split(separator: "\n").map { String($0) }
    }

    private func withServer(_ body: (_ url: String, _ authority: String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let server = try await PythonServer("trusted_server", [folder.path])
            defer { server.stop() }
            try await body("https://localhost:\(server.port)/", folder.appending(path: "authority.pem").path)
        }
    }

    @Test("Exits while loads over TLS are in flight")
    func exit() async throws {
        try await withServer { url, authority in
            for _ in 0..<20 { _ = try await output("exit", url, authority) }
        }
    }

    @Test("Refuses a call in a forked process, and continues in the first process")
    func fork() async throws {
        let lines = try await output("fork")
        try #require(lines.count == 3)
        #expect(lines[1].contains("forked"), "\(lines[1])")
        #expect([lines[0], lines[2]] == ["fine", "0 fine"])
    }

    @Test("Finishes the requests of released transports, and leaves no thread and no open file")
    func release() async throws {
        #expect(try await output("release", "300") == ["300", "0 0"])
    }

    @Test("Leaves no open file after loads that are cancelled at random moments")
    func cancel() async throws {
        #expect(try await output("cancel", "1000") == ["0 0"])
    }

    /// OpenSSL raises SIGPIPE under an older libcurl, such as 7.81.
    @Test("Leaves signals to the program")
    func signals() async throws {
        try await withServer { url, authority in
            let lines = try await output("signals", url, authority)
            #expect(lines == ["0 0", "1 1"])
        }
    }

    /// CurlHeader compares the numbers with an installed header, but the libcurl of the process may be another version.
    @Test("Sets only options that libcurl knows by the same name")
    func options() throws {
        typealias Find = @convention(c) (Int32) -> UnsafePointer<UnsafePointer<CChar>>?
        let function = try #require(dlsym(nil, "curl_easy_option_by_id"))
        let find = unsafeBitCast(function, to: Find.self)
        var count: Int32 = 0
        let options = UnsafeBufferPointer(start: curl_header_options(&count), count: Int(count))
        #expect(!options.isEmpty)
        for option in options {
            let name = String(cString: option.name)
            let found = find(Int32(option.number)).map { String(cString: $0.pointee) }
            // CurlTransport sets these options only if the version has them.
            let mayBeUnknown = ["PREREQDATA", "PREREQFUNCTION", "QUICK_EXIT"].contains(name)
            #expect(found == name || found == nil && mayBeUnknown)
        }
    }
}
#endif
