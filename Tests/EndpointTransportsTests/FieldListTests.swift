import EndpointSupport
import Testing

@Suite struct FieldListTests {
    @Test(
        "Reads the members of a list, in which a quoted string may contain commas and escapes",
        arguments: [
            ("a ,\t, b,", "a|b"), (#""a, b", c"#, #""a, b"|c"#), (#""a\", b", c"#, #""a\", b"|c"#),
            (#""a\\", b"#, #""a\\"|b"#), (#"a\", b"#, #"a\"|b"#), (#"a="b, c"#, #"a="b|c"#), ("", ""),
        ])
    func members(value: String, members: String) {
        #expect(FieldList.members(of: value).joined(separator: "|") == members)
    }

    @Test(
        "Removes the quotation marks and the escapes of a quoted string",
        arguments: [
            (#""a\"b""#, #"a"b"#), (#""a\\""#, #"a\"#), (#""\a;b""#, "a;b"), (#""a\"#, #"a\"#), (#"a\b"#, #"a\b"#),
        ])
    func quotedString(text: String, content: String) {
        #expect(FieldList.unquoted(text[...]) == content)
        var reader = FieldReader("; X = \(text); y=z")
        let parameter = reader.parameter()
        #expect(parameter?.name == "x" && (parameter?.value == content || !text.hasSuffix("\"")))
    }
}
