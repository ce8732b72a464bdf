import Foundation

struct CurlCommand {
    /// The size in bytes of the longest body that is passed as an argument: Linux limits an argument to 128 KiB.
    private static let longestArgument = 100_000

    /// The size in bytes of the longest stream that is written into the command.
    private static let longestStream = 1_048_576

    private let request: URLRequest
    private let redaction: Redaction?
    private var options: [String] = []
    /// The shell commands that write the body; their output is piped into curl.
    private var input: [String] = []
    /// The paths of the files that `input` reads, quoted for the shell.
    private var files: [String] = []
    private var comment: String?

    init(_ request: URLRequest, hiding redaction: Redaction?) {
        self.request = request
        self.redaction = redaction
    }

    mutating func text() -> String {
        let url = request.url?.absoluteString ?? ""
        let hasBody = request.httpBody != nil || request.httpBodyStream != nil
        addMethod(hasBody: hasBody)
        // Without the next two options, curl would expand brackets and braces, and resolve dot segments.
        if Array(url.utf8).contains(where: "[]{}".utf8.contains) { options.append("--globoff") }
        if url.contains("/.") { options.append("--path-as-is") }
        addHeaderFields(hasBody: hasBody)
        if hasBody { addBody() }
        options.append("--url " + ShellText.quoted(redaction?.masked(inURL: url) ?? url))

        let command = (["curl"] + options).joined(separator: " \\\n    ")
        let tests = files.map { "test -r \($0) && " }.joined()
        let pipe = input.count > 1 ? "{ \(input.joined(separator: "; ")); } | " : input.first.map { $0 + " | " }
        return (comment.map { "# \($0)\n" } ?? "") + tests + (pipe ?? "") + command
    }

    private mutating func addMethod(hasBody: Bool) {
        switch request.httpMethod ?? "GET" {
        case "GET" where !hasBody: break
        // With `--request HEAD`, curl would wait for the content that the response announces.
        case "HEAD" where !hasBody: options.append("--head")
        case let method: options.append("--request " + ShellText.quoted(method))
        }
    }

    private mutating func addHeaderFields(hasBody: Bool) {
        let fields = request.allHTTPHeaderFields ?? [:]
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            // curl itself sets the length of the body.
            if hasBody, name.equalsIgnoringASCIICase("Content-Length") { continue }
            let shown = redaction?.masked(value, ofHeaderField: name) ?? value
            options.append("--header " + ShellText.quoted(shown.isEmpty ? "\(name);" : "\(name): \(shown)"))
        }
        if hasBody, !fields.keys.contains(where: { $0.equalsIgnoringASCIICase("Content-Type") }) {
            // Otherwise, curl would add its own content type.
            options.append("--header 'Content-Type:'")
        }
    }

    private mutating func addBody() {
        switch request.endpointBody?.content {
        case .data(let data):
            add(data)
        case .pieces(let pieces):
            if case .stream = pieces[0] { addStream(pieces[0]) } else { addPipe(pieces) }
        case .failure, nil:
            addUnknownBody()
        }
    }

    private mutating func add(_ data: Data) {
        let data = shown(data)
        if let text = Self.plainText(data) {
            options.append("--data-raw " + ShellText.quoted(text))
        } else {
            input = [ShellText.printf(data)]
            options.append("--data-binary @-")
        }
    }

    private func shown(_ data: Data) -> Data {
        let contentType = request.value(forHTTPHeaderField: "Content-Type") ?? ""
        return redaction?.masked(data, contentType: contentType) ?? data
    }

    /// Pipes data and files into curl, one after the other.
    ///
    /// If a file cannot be read, the command ends before it calls curl.
    private mutating func addPipe(_ pieces: [BodyPiece]) {
        for piece in pieces {
            if case .file(let url, let start, let end) = piece {
                let path = ShellText.quoted(url.path)
                files.append(path)
                let tail = start == 0 ? "cat -- \(path)" : "tail -c +\(start + 1) -- \(path)"
                input.append(end.map { "\(tail) | head -c \($0 - start)" } ?? tail)
            } else if case .data(let data) = piece {
                input.append(ShellText.printf(shown(data)))
            }
        }
        options.append("--data-binary @-")
    }

    /// Adds the bytes of a stream, or a comment if the stream cannot be read or is longer than `longestStream`.
    private mutating func addStream(_ piece: BodyPiece) {
        guard let reader = try? BodyReader([piece]) else { return addUnknownBody() }
        defer { reader.close() }
        guard let data = try? reader.readAll(limit: Self.longestStream) else { return addUnknownBody() }
        add(data)
    }

    private mutating func addUnknownBody() {
        comment = "The body is a stream: pipe it into this command."
        options.append("--data-binary @-")
    }

    /// Returns the data as text, or nil if it is too long, is not UTF-8, or holds invisible characters other than line
    /// feeds and tabs.
    private static func plainText(_ data: Data) -> String? {
        guard data.count <= longestArgument, let text = String(wholeUTF8: data) else { return nil }
        return text.invisibleScalars.allSatisfy { $0 == "\n" || $0 == "\t" } ? text : nil
    }
}
