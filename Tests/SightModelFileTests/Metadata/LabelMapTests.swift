import SightModelFile
import Testing

@Suite struct LabelMapTests {
    private func map(_ names: String, _ shown: String? = nil) throws -> LabelMap {
        try LabelMap(names: Array(names.utf8), displayNames: shown.map { Array($0.utf8) })
    }

    @Test(arguments: [
        ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\n\n", ["a", ""]),
        ("???\n\nb", ["???", "", "b"]), ("Käfer\n猫\n", ["Käfer", "猫"]),
        ("a\r\nb", ["a", "b"]), ("a\r\n\r\nb\r\n\r\n", ["a", "", "b", ""]), ("a\r", ["a"]),
        ("a\rb\r\r\n", ["a\rb\r"]), ("\u{FEFF}", []), ("\u{FEFF}a\nb", ["a", "b"]),
        ("a\n\u{FEFF}b", ["a", "\u{FEFF}b"]),
    ])
    func lines(text: String, expected: [String]) throws {
        #expect(try map(text).names == expected)
    }

    @Test func displayNamesWin() throws {
        let labels = try map("/m/1\n/m/2\n", "cat\ndog")
        #expect(labels.count == 2)
        #expect(labels.names[0] == "/m/1")
        #expect(labels.text(of: 1) == "dog")
        #expect(labels.text(of: 2) == nil)
        #expect(labels.text(of: -1) == nil)
        #expect(try map("x").text(of: 0) == "x")
    }

    @Test func countsMustMatch() {
        let error = #expect(throws: ModelError.self) { try map("a\nb", "c") }
        #expect(error?.code == .invalidMetadata)
        #expect(error?.message == "the label files have 2 and 1 lines, expected as many")
        #expect(error?.detail == .metadata(.labelLineCount(names: 2, displayNames: 1)))
    }

    @Test func endlessLinesAreRefused() {
        let lines = [UInt8](repeating: 10, count: (1 << 20) + 1)
        #expect(throws: ModelError.self) { try LabelMap(names: lines) }
        #expect(throws: ModelError.self) { try LabelMap(names: [65], displayNames: lines) }
    }

    @Test func bytesThatAreNotText() throws {
        #expect(try LabelMap(names: [0xFF, 10, 65]).names == ["\u{FFFD}", "A"])
    }
}
