import Foundation
import SightConcurrency
import SightModelDownload
import Testing

/// Downloads that end while the app that requested them does not run.
@Suite struct UnclaimedDownloadsTests {
    private let scratch = ScratchFolder()
    private let time = Guarded(Date(timeIntervalSince1970: 1_800_000_000))
    private let address: URL

    init() throws {
        address = try #require(URL(string: "https://example.com/bird.tflite?signature=secret"))
    }

    private var downloads: UnclaimedDownloads {
        UnclaimedDownloads(folder: scratch.url.appendingPathComponent("kept")) { [time] in
            time.current
        }
    }

    private func keep(_ text: String, for key: String, status: Int = 200) throws {
        try FileManager.default.createDirectory(
            at: scratch.url, withIntermediateDirectories: true)
        let file = scratch.url.appendingPathComponent(UUID().uuidString)
        try Data(text.utf8).write(to: file)
        downloads.keep(
            file, for: key, status: status, url: address,
            fields: ["ETag": "\"a\"", "Set-Cookie": "secret"])
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    private func take(_ key: String) throws -> String? {
        guard let (file, _) = downloads.take(key) else { return nil }
        defer { try? FileManager.default.removeItem(at: file) }
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    @Test func aDownloadIsTakenOnce() throws {
        try keep("model", for: "one")
        #expect(try take("two") == nil)
        let (file, head) = try #require(downloads.take("one"))
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try Data(contentsOf: file) == Data("model".utf8))
        #expect(head.status == 200 && head["etag"] == "\"a\"" && head["set-cookie"] == nil)
        #expect(head.url.absoluteString == "https://example.com/bird.tflite")
        #expect(try take("one") == nil)
    }

    @Test func theNewestAnswerCounts() throws {
        try keep("old", for: "one")
        try keep("new", for: "one")
        #expect(try take("one") == "new")
    }

    @Test func failuresAreNotKept() throws {
        try keep("not found", for: "one", status: 404)
        #expect(try take("one") == nil)
    }

    /// Files that nobody claims do not fill the disk.
    @Test func oldFilesAreDeleted() throws {
        for number in 0..<6 {
            try keep("\(number)", for: "\(number)")
            time.withLock { $0.addTimeInterval(1) }
        }
        let folder = scratch.url.appendingPathComponent("kept").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 8)
        #expect(try take("1") == nil)
        #expect(try take("5") == "5")
        time.withLock { $0.addTimeInterval(700_000) }
        #expect(try take("4") == nil)
        try keep("new", for: "new")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    }
}
