import SightTensor
import Testing
import sight_cli

@Suite struct NPYStringsTests {
    private static func file(
        _ type: String, _ shape: String, _ elements: [UInt8], fortran: Bool = false
    ) -> [UInt8] {
        let order = fortran ? "True" : "False"
        let header = "{'descr': '\(type)', 'fortran_order': \(order), 'shape': \(shape), }"
        // Swift 6.2 cannot type-check these sums as one expression.
        var file: [UInt8] = [0x93]
        file += "NUMPY".utf8
        file += [1, 0, UInt8(header.utf8.count), 0]
        file += header.utf8
        file += elements
        return file
    }

    private func texts(_ file: [UInt8]) throws -> [String] {
        try NPYStrings(parsing: file).elements.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func bytesLoseTheirFilling() throws {
        let strings = try NPYStrings(
            parsing: Self.file("|S3", "(2, 2)", Array("ab\0\0\0\0abca\0b".utf8)))
        #expect(strings.shape == [2, 2])
        #expect(
            strings.elements.map { String(decoding: $0, as: UTF8.self) }
                == ["ab", "", "abc", "a\0b"])
    }

    @Test func charactersBecomeUTF8() throws {
        let little: [UInt8] = [0xE4, 0, 0, 0, 0, 0xF6, 1, 0]
        #expect(try texts(Self.file("<U2", "(1,)", little)) == ["ä\u{1F600}"])
        #expect(
            try texts(Self.file(">U2", "()", [0, 0, 0, 0xE4, 0, 0, 0, 0])) == ["ä"])
    }

    @Test func columnMajorElementsAreOrdered() throws {
        let file = Self.file("|S1", "(2, 3)", Array("adbecf".utf8), fortran: true)
        #expect(try texts(file) == ["a", "b", "c", "d", "e", "f"])
    }

    @Test func emptyArraysHaveNoStrings() throws {
        #expect(try texts(Self.file("<U1", "(0,)", [])).isEmpty)
    }

    /// Each string needs much more memory than in the file.
    @Test func tooManyStringsAreRefused() {
        let count = NPYStrings.maximumCount + 1
        let error = #expect(throws: NPYError.self) {
            let bytes = [UInt8](repeating: 0x61, count: count)
            return try NPYStrings(parsing: Self.file("|S1", "(\(count),)", bytes))
        }
        #expect(error?.description.contains("\(count) strings") == true)
    }

    @Test(arguments: [
        ("<f4", "(1,)", "expected strings"), ("|O", "(1,)", "expected strings"),
        ("<U0", "(1,)", "expected strings"), ("<U99999999999", "(1,)", "expected strings"),
        ("<U-1", "(1,)", "expected strings"), ("<Ux", "(1,)", "expected strings"),
        ("?S4", "(1,)", "'?S4' is not supported"), ("|S4", "(2,)", "does not fit the 4 bytes"),
        ("|S268435456", "(1000000,)", "does not fit the 4 bytes"),
        ("<U1", "(1,)", "has the character 4294967295"),
    ])
    func hostileFilesAreRefused(type: String, shape: String, complaint: String) {
        let error = #expect(throws: NPYError.self) {
            try NPYStrings(parsing: Self.file(type, shape, [0xFF, 0xFF, 0xFF, 0xFF]))
        }
        #expect(
            error?.description.contains(complaint) == true,
            "\(error.map(String.init(describing:)) ?? "")")
    }
}
