import Foundation
import Testing
import sight_cli

@Suite struct BatchEntryTests {
    private func entry(_ text: String) -> BatchEntry? { BatchEntry(Data(text.utf8), number: 3) }

    @Test func aPathIsItsOwnName() {
        #expect(entry("a b.jpg")?.id == .text("a b.jpg"))
        #expect(entry("a b.jpg")?.content == .path("a b.jpg"))
    }

    @Test func objectsHaveNamesOfTheirOwn() {
        #expect(entry(#"{"id": 7, "path": "a.jpg"}"#)?.id == .number(7))
        #expect(entry(#"{"id": "x", "path": "a.jpg"}"#)?.content == .path("a.jpg"))
        #expect(entry(#"{"path": "a.jpg"}"#)?.id == .text("a.jpg"))
        #expect(entry(#"{"id": "x", "image": "AQID"}"#)?.content == .bytes([1, 2, 3]))
    }

    @Test func emptyLinesAreNoInputs() {
        #expect(entry("") == nil)
        #expect(entry("  \t") == nil)
    }

    @Test(arguments: [
        "{", "{}", #"{"id": [1], "path": "a"}"#, #"{"id": 1, "path": "a", "image": "AQID"}"#,
        #"{"id": 1, "image": "?"}"#, #"{"id": 1.5, "path": "a"}"#,
    ])
    func badLinesSayWhichOne(_ line: String) throws {
        guard case .unusable(let why)? = entry(line)?.content else {
            Issue.record("\(line) was taken")
            return
        }
        #expect(why.contains("line 3"))
    }

    @Test(arguments: [
        ("1.5", "the id 1.5 is"), ("-0.25", "the id -0.25 is"),
        ("9223372036854775808", "the id 9223372036854775808 is"),
        ("12345678901234567890123", "the id 12345678901234567890123 is"),
        ("true", "the id true is"), ("[1]", "the id is"), (#"{"a": 1}"#, "the id is"),
    ])
    func otherIdentifiersAreNamed(id: String, start: String) {
        let entry = entry(#"{"id": \#(id), "path": "a.jpg"}"#)
        let why =
            "line 3: \(start) neither a string nor an integer of up to 64 bits"
        #expect(entry?.content == .unusable(why))
        #expect(entry?.id == nil && entry?.line == 3)
    }

    @Test func identifiersHaveUpTo64Bits() {
        for number in [Int.min, -1, 0, Int.max] {
            #expect(entry(#"{"id": \#(number), "path": "a"}"#)?.id == .number(number))
        }
        #expect(entry(#"{"id": null, "path": "a"}"#)?.id == .text("a"))
    }

    @Test func textMustBeUTF8AndNotTooLong() {
        for line in [BatchEntry(Data([0xFF, 0x2E]), number: 1), BatchEntry(nil, number: 1)] {
            guard case .unusable? = line?.content else {
                Issue.record("taken")
                continue
            }
        }
    }
}
