// Loads over libcurl, to test what the rest of the process notices. Only for Linux.
//
//     CurlProcess load <url> <proxy>             prints a text that it loads; the proxy is system or none
//     CurlProcess exit <https url> <authority>   exits with status 0 while 16 loads are in flight
//     CurlProcess fork                           prints the error of a call in a forked process, then a text that the
//                                                first process loads
//     CurlProcess release <count>                releases transports with a request in flight, and prints how many
//                                                bodies were whole, and how many threads and file descriptors are left
//     CurlProcess cancel <count>                 cancels loads at random moments, and prints how many threads and file
//                                                descriptors are left
//     CurlProcess signals <https url> <authority>
//                                                uploads to a server that closes its connections, and prints how often
//                                                SIGPIPE and SIGTERM were handled, and again after it has raised both
#if os(Linux)
import EndpointTransports
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.dropFirst().first.flatMap { URL(string: $0) }, arguments.last) {
case ("load", let url?, let proxy?): print(try await load(url, over: proxy == "none" ? .none : .system))
case ("exit", let url?, let authority?): try await exitDuringLoads(url, authority)
case ("fork", nil, _): try await loadInForkedProcess()
case ("release", let count?, _): try await releaseTransports(Int(count.path) ?? 0)
case ("cancel", let count?, _): try await cancelLoads(Int(count.path) ?? 0)
case ("signals", let url?, let authority?): await handleSignals(url, authority)
default:
    print("usage: see the start of main.swift")
    exit(2)
}
#else
print("CurlProcess is only for Linux.")
#endif
