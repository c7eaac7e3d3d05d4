import Foundation
import SightModelSigning
import SightModels
import Testing

@Suite struct Ed25519Tests {
    /// - Source: RFC 8032, section 7.1, tests 1 to 3: seed, public key, message, signature.
    @Test(arguments: [
        [
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ],
        [
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ],
        [
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
        ],
    ])
    func casesOfTheStandard(words: [String]) throws {
        let parts = words.map(Self.bytes)
        let signer = try SigningKey(bytes: parts[0])
        let key = try #require(VerificationKey(bytes: parts[1]))
        #expect(try signer.verificationKey() == key)
        #expect(Ed25519().isValid(parts[3], of: parts[2], by: key))
        #expect(!Ed25519().isValid(parts[3], of: parts[2] + [0], by: key))
        for bit in 0..<512 {
            var signature = parts[3]
            signature[bit / 8] ^= 1 << (bit % 8)
            #expect(!Ed25519().isValid(signature, of: parts[2], by: key))
        }
    }

    @Test func strayInputIsInvalid() throws {
        let signer = SigningKey()
        let key = try signer.verificationKey()
        for count in [0, 1, 63, 65, 1000] {
            #expect(!Ed25519().isValid([UInt8](repeating: 1, count: count), of: [], by: key))
        }
        let zero = try #require(VerificationKey(bytes: [UInt8](repeating: 0xFF, count: 32)))
        #expect(!Ed25519().isValid([UInt8](repeating: 0, count: 64), of: [], by: zero))
        #expect(throws: ModelDeliveryError.self) { try SigningKey(bytes: [1, 2, 3]) }
    }

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
