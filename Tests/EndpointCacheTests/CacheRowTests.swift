import TestSupport
import Testing

@Suite("CachingTransport, public test suite for HTTP caches", .timeLimit(.minutes(1)))
struct CacheRowTests {
    @Test("The file has all its rows, and each exception names a row")
    func rows() {
        #expect(CacheRow.all.count == 428)
        #expect(CacheRow.exceptions.keys.allSatisfy { id in CacheRow.all.contains { $0.id == id } })
    }

    @Test("Passes each required row", arguments: CacheRow.all.filter { $0.kind == "required" })
    func required(_ row: CacheRow) async {
        #expect(await CacheRowRun(row).verdict() == .passed)
    }

    @Test(
        "Passes the optimal rows except the listed exceptions", arguments: CacheRow.all.filter { $0.kind == "optimal" }
    )
    func optimal(_ row: CacheRow) async {
        let verdict = await CacheRowRun(row).verdict()
        #expect((verdict == .passed) == (CacheRow.exceptions[row.id] == nil), "\(verdict)")
    }

    @Test(
        "Does not answer with 599 in the rows that only describe a cache",
        arguments: CacheRow.all.filter { $0.kind == "check" })
    func check(_ row: CacheRow) async {
        if case .failed(let reason) = await CacheRowRun(row).verdict() { #expect(!reason.contains("599")) }
    }
}
