import Foundation

@_spi(Tools) public enum ErrorEquality {
    /// Indicates whether two errors are equal: by their own `==` if they are `Equatable`, and otherwise by type, domain
    /// and code.
    public static func areEqual(_ first: any Error, _ second: any Error) -> Bool {
        // Cast through `Any`: otherwise every error would become an `NSError`, which is equatable.
        if let first = (first as Any) as? any Equatable { return isEqual(first, second) }
        let (one, other) = (first as NSError, second as NSError)
        return type(of: first) == type(of: second) && one.domain == other.domain && one.code == other.code
    }

    // The type of the second error is known only at run time.
    private static func isEqual<First: Equatable>(_ first: First, _ second: any Error) -> Bool {
        (second as? First) == first
    }
}
