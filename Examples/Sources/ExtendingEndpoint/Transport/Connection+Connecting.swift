import Foundation

extension Connection {
    /// Connects to the first address of a host that answers.
    convenience init(to origin: Origin) throws(SocketError) {
        var hints = addrinfo()
        hints.ai_socktype = System.stream
        var addresses: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(origin.host, "\(origin.port)", &hints, &addresses) == 0, let first = addresses else {
            throw .unknownHost(origin.host)
        }
        defer { freeaddrinfo(first) }
        var code: Int32 = 0
        for address in sequence(first: first, next: \.pointee.ai_next) {
            let address = address.pointee
            let descriptor = socket(address.ai_family, System.stream, 0)
            if descriptor >= 0, connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 {
                System.prepare(descriptor)
                self.init(descriptor)
                return
            }
            code = errno
            if descriptor >= 0 { close(descriptor) }
        }
        throw .system(code)
    }
}
