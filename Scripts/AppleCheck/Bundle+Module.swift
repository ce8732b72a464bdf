import Foundation

/// As SwiftPM makes it for each target with resources.
extension Bundle {
    static var module: Bundle { main }
}
