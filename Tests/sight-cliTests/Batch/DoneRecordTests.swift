import Foundation
import Testing
import sight_cli

@Suite struct DoneRecordTests {
    @Test func answersCountOnceEach() throws {
        let scratch = try ScratchFolder()
        let text = """
            {"id":"a","objects":[]}
            {"error":{"message":"x"},"id":7}
            {"id":"a","objects":[]}
            not JSON
            {"id":"cut o
            """
        let path = try scratch.write(Array(text.utf8), to: "done")
        var record = try DoneRecord(path: path)
        let ids: [BatchIdentifier] = [
            .text("a"), .text("a"), .text("a"), .number(7), .text("7"), .text("cut o"),
        ]
        #expect(ids.map { record.takes($0) } == [true, true, false, true, false, false])
        #expect(try scratch.text("done") == text)
    }

    /// Lines without an identifier are known by their numbers; answers of before had none.
    @Test func linesWithoutIdentifiersCountOnce() throws {
        let scratch = try ScratchFolder()
        let text = """
            {"error":{"message":"x"},"id":null,"line":2}
            {"error":{"message":"x"},"id":null}
            {"id":"a","line":4}
            {"id":null,"line":"5"}

            """
        var record = try DoneRecord(path: scratch.write(Array(text.utf8), to: "done"))
        let entries = [2, 2, 3, 4, 5].compactMap { BatchEntry(Data("{".utf8), number: $0) }
        #expect(entries.map { record.takes($0) } == [true, false, false, false, false])
        let named = try #require(BatchEntry(Data("a".utf8), number: 2))
        #expect([named, named].map { record.takes($0) } == [true, false])
    }

    @Test func whatWasCutOffIsTakenAwayFromTheOutput() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.write(Array("{\"id\":\"a\"}\n{\"id\":".utf8), to: "done")
        let output = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        var record = try DoneRecord(path: path, output: output)
        let isDone = record.takes(.text("a"))
        #expect(isDone)
        #expect(try scratch.text("done") == "{\"id\":\"a\"}\n")
    }

    @Test func aFileThatCannotBeReadIsNoEmptyOne() throws {
        let scratch = try ScratchFolder()
        let error = #expect(throws: CommandError.self) {
            _ = try DoneRecord(path: scratch.url.path)
        }
        #expect(error?.status == .usage)
        #expect(error?.message.contains("\(scratch.url.path) is not a regular file") == true)
    }

    @Test func aFileThatIsNotThereHasNothing() throws {
        let scratch = try ScratchFolder()
        var record = try DoneRecord(path: scratch.path("none"))
        let isDone = record.takes(.text("a"))
        #expect(!isDone)
    }
}
