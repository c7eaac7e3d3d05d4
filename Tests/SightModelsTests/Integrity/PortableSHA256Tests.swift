import SightModels
import Testing

#if !canImport(CryptoKit)
    /// Vectors of NIST's "SHA-256 examples" and of FIPS 180-2, appendix B.
    @Suite struct PortableSHA256Tests {
        private func digest(_ bytes: [UInt8], pieces: Int? = nil) -> String {
            var hash = PortableSHA256()
            let step = max(1, pieces ?? bytes.count)
            for start in stride(from: 0, to: bytes.count, by: step) {
                let piece = bytes[start..<min(start + step, bytes.count)]
                hash.update(piece.span.bytes)
            }
            return hash.finish().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }

        @Test(arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
        func publishedVectors(text: String, expected: String) {
            #expect(digest(Array(text.utf8)) == expected)
        }

        @Test func aMillionLetters() {
            #expect(
                digest(Array(repeating: 0x61, count: 1_000_000))
                    == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
        }

        /// For lengths around the block and the padding, pieces of any size agree with one piece.
        @Test(arguments: [1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000])
        func piecesDoNotMatter(count: Int) {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            for pieces in [1, 2, 31, 63, 64, 65] {
                #expect(digest(bytes, pieces: pieces) == digest(bytes))
            }
            #expect(ModelDigest(of: bytes).hexadecimal == digest(bytes))
        }

        @Test func digestsAreReadBack() {
            let digest = ModelDigest(of: [1, 2, 3])
            #expect(ModelDigest(hexadecimal: digest.hexadecimal.uppercased()) == digest)
            for bad in ["", "abc", digest.hexadecimal + "0", digest.hexadecimal.dropLast() + "g"] {
                #expect(ModelDigest(hexadecimal: String(bad)) == nil)
            }
        }
    }
#endif
