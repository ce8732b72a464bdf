#if Tracing
import Tracing

struct FieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout [String: String]) {
        fields[key] = value
    }
}
#endif
