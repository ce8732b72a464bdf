// An HTTP server on loopback that does no more than the benchmarks need. It prints its URL, and ends when its standard
// input ends.
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

// One thread, so that a machine with two cores has one core for the measured code.
let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
let server = try ServerBootstrap(group: group)
    .serverChannelOption(.backlog, value: 512)
    .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
    .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
            try channel.pipeline.syncOperations.addHandler(RequestHandler())
        }
    }
    .bind(host: "127.0.0.1", port: 0)
    .wait()
FileHandle.standardOutput.write(Data("http://127.0.0.1:\(server.localAddress?.port ?? 0)/\n".utf8))
_ = FileHandle.standardInput.readDataToEndOfFile()
