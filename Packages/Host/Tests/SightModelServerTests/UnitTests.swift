import Foundation
import SightModelServer
import Testing

@Suite struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-", ByteRange.part(0..<10)), ("bytes=5-", .part(5..<10)),
        ("bytes=5-7", .part(5..<8)), ("bytes=5-99", .part(5..<10)), ("bytes=-3", .part(7..<10)),
        ("bytes=-99", .part(0..<10)), ("bytes=10-", .unsatisfiable), ("bytes=-0", .unsatisfiable),
        ("bytes=7-5", .ignored), ("bytes=1-2,4-5", .ignored), ("lines=1-2", .ignored),
        ("bytes=", .ignored), ("bytes=-", .ignored), ("bytes=99999999999999999999-", .ignored),
        ("bytes=0-9223372036854775807", .part(0..<10)), ("bytes=--5", .ignored),
    ])
    func ranges(text: String, expected: ByteRange) {
        #expect(ByteRange.parse(text, size: 10) == expected)
    }
}

@Suite struct SecretsTests {
    /// The test cases 2 and 6 of RFC 4231.
    @Test func publishedVectors() {
        func hexadecimal(_ text: String) -> String {
            let padded =
                text.replacingOccurrences(of: "-", with: "+")
                .replacingOccurrences(of: "_", with: "/") + "="
            return (Data(base64Encoded: padded) ?? Data()).map { String(format: "%02x", $0) }
                .joined()
        }
        #expect(
            hexadecimal(Secrets.sign("what do ya want for nothing?", key: "Jefe"))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test func tokensExpireAndCannotBeForged() {
        let tokens = InstallationTokens(key: "k")
        let now = Date()
        let token = tokens.make("cAAA", now: now)
        #expect(tokens.installation(of: token, now: now) == "cAAA")
        #expect(tokens.installation(of: token, now: now.addingTimeInterval(604_801)) == nil)
        #expect(InstallationTokens(key: "other").installation(of: token) == nil)
        let forged = token.replacingOccurrences(of: "cAAA", with: "cBBB")
        #expect(tokens.installation(of: forged) == nil)
        for bad in ["", ".", "..", "a.b.c", "...."] { #expect(tokens.installation(of: bad) == nil) }
    }

    @Test func limitersHoldBackAndRecover() {
        let limiter = RateLimiter(rate: 2, burst: 3)
        #expect((0..<4).map { _ in limiter.take("a", now: 100) } == [true, true, true, false])
        #expect(limiter.take("b", now: 100))
        #expect(limiter.take("a", now: 100.5) && !limiter.take("a", now: 100.5))
    }

    /// An address stays limited when other addresses fill the table.
    @Test func manyAddressesFreeNobody() {
        let limiter = RateLimiter(rate: 0.001, burst: 3)
        for _ in 0..<3 { #expect(limiter.take("a", now: 100)) }
        for number in 0..<120_000 { _ = limiter.take("\(number)", now: 100) }
        #expect(!limiter.take("a", now: 100))
    }

    @Test func installationsAreNotReplacedAndExpire() async throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("host-\(UUID().uuidString).db").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let database = try SQLiteDatabase(path: path)
        let start = Date(timeIntervalSince1970: 1_000_000)
        #expect(try await database.register("a", refreshHash: "1", now: start))
        #expect(try await !database.register("a", refreshHash: "2", now: start))
        #expect(try await database.refreshHash(of: "a") == "1")
        #expect(try await database.register("b", refreshHash: "3", now: start))
        try await database.note("b", now: start + 100)
        try await database.forgetInstallations(before: start + 50)
        #expect(try await database.refreshHash(of: "a") == nil)
        #expect(try await database.refreshHash(of: "b") == "3")
    }

    @Test func names() {
        for good in ["bird", "Bird-2.1_x", "7"] { #expect(HostName.isLegal(good)) }
        for bad in ["", ".", "..", "-x", "a/b", "a b", "ä", String(repeating: "a", count: 61)] {
            #expect(!HostName.isLegal(bad))
        }
    }
}
