public import Foundation

extension PayloadParser where Payload == Data {
    /// Takes the bytes as they are.
    public static var data: PayloadParser { PayloadParser { $0.body } }
}

extension PayloadParser where Payload == Void {
    /// Makes nothing of a response, whatever its body: for 204 and empty bodies.
    public static var none: PayloadParser { PayloadParser { _ in } }
}

extension PayloadParser where Payload == String {
    /// Takes the body as text, in the charset that the response names, and in UTF-8 if it names none.
    public static var text: PayloadParser { PayloadParser { try ResponseText.text(of: $0) } }
}
