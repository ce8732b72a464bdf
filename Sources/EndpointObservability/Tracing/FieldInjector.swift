#if Tracing
import Tracing

/// An injector that writes the propagated context into header fields.
struct FieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout [String: String]) {
        fields[key] = value
    }
}
#endif
