import SightInferenceServer
import Testing

@Suite struct ContentCodingTests {
    private let text = Array(String(repeating: "zeros and more zeros, ", count: 20_000).utf8)

    private func decode(_ bytes: [UInt8], limit: Int = 1 << 20) throws(ServeError) -> [UInt8] {
        try ContentCoding.decode(bytes, limit: limit) { _ throws(ServeError) in }
    }

    @Test(arguments: ContentCoding.allCases) func bytesSurvive(_ coding: ContentCoding) throws {
        for bytes in [[], [7], text] {
            #expect(try decode(try #require(coding.encode(bytes))) == bytes)
        }
    }

    @Test(arguments: ContentCoding.allCases)
    func whatIsDamagedIsRefused(_ coding: ContentCoding) throws {
        let packed = try #require(coding.encode(text))
        for bytes in [[], Array(packed.dropLast()), packed + [0], [1, 2, 3], text] {
            let error = #expect(throws: ServeError.self) { try decode(bytes) }
            #expect(error?.kind == .invalid)
        }
    }

    /// A file in gzip may be several files in a row; zlib's format has no such thing.
    @Test func membersAreJoined() throws {
        let parts = [text, [], [7], text]
        let packed = try parts.flatMap { try #require(ContentCoding.gzip.encode($0)) }
        #expect(try decode(packed) == parts.flatMap(\.self))
        for bytes in [Array(packed.dropLast()), packed + [0], packed + [0x1F, 0x8B]] {
            #expect(throws: ServeError.self) { try decode(bytes) }
        }
        let twice = try [text, text].flatMap { try #require(ContentCoding.deflate.encode($0)) }
        #expect(throws: ServeError.self) { try decode(twice) }
    }

    /// Many small members count as many bytes as one large one.
    @Test func membersHoldWhatTheyHave() throws {
        let packed = Array(
            repeatElement(try #require(ContentCoding.gzip.encode([7])), count: 1000).joined())
        var held = 0
        let bytes = try ContentCoding.decode(packed, limit: 1 << 20) { count throws(ServeError) in
            held += count
        }
        #expect(bytes.count == 1000 && held < 1 << 17)
    }

    /// Zlib counts 32 bits; the answer then goes as it is.
    @Test(arguments: ContentCoding.allCases)
    func whatZlibCannotCountIsNotCompressed(_ coding: ContentCoding) {
        #expect(coding.encode(text, limit: text.count - 1) == nil)
        #expect(coding.encode(text, limit: 2 * text.count) != nil)
    }

    /// The decompression of a bomb stops at the limit.
    @Test(arguments: ContentCoding.allCases) func bombsAreGivenUp(_ coding: ContentCoding) throws {
        let packed = try #require(coding.encode([UInt8](repeating: 0, count: 64 << 20)))
        var held = 0
        let error = #expect(throws: ServeError.self) {
            try ContentCoding.decode(packed, limit: 1 << 20) { count throws(ServeError) in
                held += count
            }
        }
        #expect(error?.kind == .tooLarge)
        #expect(held <= 2 << 20)
    }

    @Test func whatNobodyMayHoldIsNotMade() throws {
        let packed = try #require(ContentCoding.gzip.encode(text))
        let error = #expect(throws: ServeError.self) {
            try ContentCoding.decode(packed, limit: 1 << 20) { _ throws(ServeError) in
                throw ServeError(.overloaded, "full")
            }
        }
        #expect(error?.kind == .overloaded)
    }

    @Test(arguments: [
        ("gzip", ContentCoding.gzip), ("deflate", .deflate), ("br, deflate;q=0.5", .deflate),
        ("gzip;q=0, deflate", .deflate), ("GZIP ; q=1", .gzip), ("br", nil), ("gzip;q=0", nil),
        ("gzip;q=0.00", nil), ("gzip;q=0.001", .gzip), (nil, nil),
    ])
    func theFirstThatIsTaken(_ header: String?, _ coding: ContentCoding?) {
        #expect(ContentCoding(acceptedIn: header) == coding)
    }

    @Test(
        arguments: [
            ("gzip", .gzip), ("GZip", .gzip), ("x-gzip", .gzip), ("Deflate", .deflate), ("br", nil),
            ("identity", nil), ("", nil),
        ] as [(String, ContentCoding?)])
    func namesIgnoreCase(_ name: String, _ coding: ContentCoding?) {
        #expect(ContentCoding(named: name) == coding)
    }
}
