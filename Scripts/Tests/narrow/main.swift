// The test builds this file together with the sources that it calls. `Int` has 32 bits, as on a watch (arm64_32).
import Dispatch
import Foundation

typealias Int = Int32
typealias IntegerLiteralType = Int32

for text in ["0000-01-01T00:00:00Z", "1900-02-28T23:59:60-23:59", "2100-12-31T00:00:00+01:00", "9999-12-31T23:59:59Z"] {
    print(ISO8601Date.date(from: text)?.timeIntervalSince1970 ?? .nan)
}

let start = DispatchTime.now()
let year = DispatchTime.after(.seconds(31_536_000))
print(Double(year.uptimeNanoseconds - start.uptimeNanoseconds) >= 31_536_000e9)

let isOver = DispatchSemaphore(value: 0)
let late = Alarms.shared.set(at: .after(.seconds(3_600))) { print("an alarm is early") }
_ = Alarms.shared.set(at: .after(.zero)) { isOver.signal() }
isOver.wait()
Alarms.shared.cancel(late)
