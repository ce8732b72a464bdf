import Foundation

/// A stream that delivers data in steps, each after a pause.
final class SlowStream: InputStream {
    private var steps: Int
    private let pause: TimeInterval
    private var status = Status.notOpen

    init(steps: Int, pause: TimeInterval) {
        self.steps = steps
        self.pause = pause
        super.init(data: Data())
    }

    override func open() { status = .open }
    override func close() { status = .closed }
    override var hasBytesAvailable: Bool { steps > 0 }
    override var streamStatus: Status { status }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard steps > 0 else { return 0 }
        steps -= 1
        Thread.sleep(forTimeInterval: pause)
        let count = min(maxLength, 65_536)
        // The last step has different bytes, so that a check can recognise its arrival.
        buffer.update(repeating: steps == 0 ? 8 : 7, count: count)
        return count
    }
}
