import Testing

@Suite("Rows of a public suite for HTTP caches")
struct CacheRowTests {
    @Test("The file has all its rows")
    func rows() {
        #expect(CacheRow.all.count == 200)
        #expect(CacheRow.exceptions.keys.allSatisfy { id in CacheRow.all.contains { $0.id == id } })
    }

    @Test("Passes each row that HTTP demands", arguments: CacheRow.all.filter { $0.kind == "required" })
    func required(_ row: CacheRow) async {
        #expect(await CacheRowRun(row).verdict() == .passed)
    }

    @Test(
        "Passes each row that HTTP allows, except those listed", arguments: CacheRow.all.filter { $0.kind == "optimal" }
    )
    func optimal(_ row: CacheRow) async {
        let verdict = await CacheRowRun(row).verdict()
        #expect((verdict == .passed) == (CacheRow.exceptions[row.id] == nil), "\(verdict)")
    }

    @Test(
        "Ends each call of the rows that only describe a cache", arguments: CacheRow.all.filter { $0.kind == "check" })
    func check(_ row: CacheRow) async {
        if case .failed(let reason) = await CacheRowRun(row).verdict() { #expect(!reason.contains("599")) }
    }
}
