import SightTensor
import Testing
import sight_cli

@Suite struct NPYArrayTests {
    private static let magic: [UInt8] = [0x93] + Array("NUMPY".utf8)

    /// Makes a file with a given header.
    private static func file(_ header: String, _ bytes: [UInt8], version: UInt8 = 1) -> [UInt8] {
        let text = Array(header.utf8)
        let count = version == 1 ? 2 : 4
        let length = (0..<count).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
        // Swift 6.2 cannot type-check these sums as one expression.
        var file = magic
        file += [version, 0]
        file += length
        file += text
        file += bytes
        return file
    }

    private static func header(_ type: String, _ shape: String, fortran: Bool = false) -> String {
        "{'descr': '\(type)', 'fortran_order': \(fortran ? "True" : "False"), 'shape': \(shape), }"
    }

    @Test(arguments: [
        ElementType.float32, .float16, .float64, .int8, .int16, .int32, .int64, .uint8, .uint16,
        .uint32, .uint64, .bool, .complex64, .complex128,
    ])
    func whatIsWrittenIsReadBack(type: ElementType) throws {
        for shape in [[], [0], [1], [5], [2, 3], [1, 2, 3, 4]] as [Shape] {
            let count = try #require(type.byteCount(of: shape.elementCount))
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }
            let array = NPYArray(elementType: type, shape: shape, bytes: bytes)
            #expect(try NPYArray(parsing: array.file) == array)
        }
    }

    /// The bytes that `numpy.save` wrote for `numpy.array([1, 2], numpy.uint8)`.
    @Test func writesWhatNumPyWrites() {
        let array = NPYArray(elementType: .uint8, shape: [2], bytes: [1, 2])
        let header = "{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }"
        let space = [UInt8](repeating: 0x20, count: 128 - 10 - header.utf8.count - 1)
        var expected = Self.magic
        expected += [1, 0, 118, 0]
        expected += Array(header.utf8)
        expected += space
        expected += [0x0A, 1, 2]
        #expect(array.file == expected)
    }

    @Test(arguments: [UInt8(1), 2, 3])
    func allVersionsAreRead(version: UInt8) throws {
        let file = Self.file(Self.header("|u1", "(2,)"), [7, 8], version: version)
        #expect(try NPYArray(parsing: file).bytes == [7, 8])
    }

    @Test func bigEndianElementsAreTurned() throws {
        let array = try NPYArray(
            parsing: Self.file(Self.header(">i4", "(2,)"), [0, 0, 0, 1, 0, 0, 1, 0]))
        #expect(array.bytes == [1, 0, 0, 0, 0, 1, 0, 0])
        let pair = try NPYArray(
            parsing: Self.file(Self.header(">c8", "()"), [1, 2, 3, 4, 5, 6, 7, 8]))
        #expect(pair.bytes == [4, 3, 2, 1, 8, 7, 6, 5])
    }

    /// numpy.arange(6).reshape(2, 3) column by column is 0 3 1 4 2 5.
    @Test func columnMajorElementsAreOrdered() throws {
        let file = Self.file(Self.header("|u1", "(2, 3)", fortran: true), [0, 3, 1, 4, 2, 5])
        let array = try NPYArray(parsing: file)
        #expect(array.bytes == [0, 1, 2, 3, 4, 5])
        #expect(array.shape == [2, 3])
    }

    @Test(arguments: [
        ("", "not an .npy file"),
        ("{", "not a string, Boolean or tuple"), ("{True: 1}", "not a string"),
        ("{'descr': '<f4'", "lacks a '}'"),
        ("{'descr': '<f4', 'fortran_order': False}", "has the keys"),
        ("{'descr': '<f4', 'descr': '<f4'}", "twice"),
        ("{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}", "not a string, Boolean or tuple"),
        ("{'descr': '<f4', 'fortran_order': 'no', 'shape': (1,)}", "neither True nor False"),
        ("{'descr': '<U7', 'fortran_order': False, 'shape': (1,)}", "'<U7' is not supported"),
        ("{'descr': '', 'fortran_order': False, 'shape': (1,)}", "descr"),
        ("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", "structured"),
        ("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", "not a valid extent"),
        (
            "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
            "not a valid extent"
        ),
        ("{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 2)}", "sensible"),
        ("{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000,)}", "not fit"),
        ("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x", "follows"),
        ("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", "not fit the 4 bytes"),
    ])
    func hostileHeadersAreRefused(header: String, complaint: String) {
        let file = header.isEmpty ? [] : Self.file(header, [0, 0, 0, 0])
        let error = #expect(throws: NPYError.self) { try NPYArray(parsing: file) }
        #expect(
            error?.description.contains(complaint) == true,
            "\(error.map(String.init(describing:)) ?? "")")
    }

    @Test func lengthsAndVersionsAreChecked() {
        var file = NPYArray(elementType: .uint8, shape: [2], bytes: [1, 2]).file
        file[9] = 0xFF
        #expect(throws: NPYError.self) { try NPYArray(parsing: file) }
        file[9] = 0
        file[6] = 9
        #expect(throws: NPYError.self) { try NPYArray(parsing: file) }
    }

    /// Every truncated or changed file gives an array or an error.
    @Test func damagedFilesDoNotTrap() {
        let file = NPYArray(
            elementType: .float32, shape: [2, 3], bytes: [UInt8](repeating: 1, count: 24)
        ).file
        for count in file.indices {
            #expect(throws: NPYError.self) { try NPYArray(parsing: file[..<count]) }
        }
        for position in file.indices {
            for bit in 0..<8 {
                var damaged = file
                damaged[position] ^= 1 << bit
                _ = try? NPYArray(parsing: damaged)
            }
        }
    }
}
