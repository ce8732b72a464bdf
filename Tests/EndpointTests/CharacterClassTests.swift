// Testable because the table of characters is not public, and a wrong bit in it would go unnoticed elsewhere.
@testable import Endpoint
import Testing

@Suite struct CharacterClassTests {
    private static let alphanumerics = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

    @Test(arguments: [
        (CharacterClass.scheme, alphanumerics + "+-."),
        (.token, alphanumerics + "!#$%&'*+-.^_`|~"),
        (.ordinary, alphanumerics + "-_~!$&'()*,;=@"),
        (.pathSegment, alphanumerics + "-._~!$&'()*,;=:@"),
        (.reference, alphanumerics + "-._~!$&'()*+,;=:@/?"),
        (.queryItem, alphanumerics + "-._~/?"),
    ])
    func containsExactlyTheDocumentedCharacters(_ characterClass: CharacterClass, characters: String) {
        let contained = (UInt8.min...UInt8.max).filter(characterClass.contains)
        #expect(contained == characters.utf8.sorted())
    }
}
