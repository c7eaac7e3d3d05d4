import Foundation
import SightModels
import Testing

@Suite struct SigningKeysTests {
    private func json(version: Int = 1, threshold: Int = 1, keys: Int = 2) -> Data {
        let list = (0..<keys).map { number in
            "\"\(Data([UInt8](repeating: UInt8(number), count: 32)).base64EncodedString())\""
        }
        return Data(
            """
            {"publisher": "p", "version": \(version), "threshold": \(threshold),
            "keys": [\(list.joined(separator: ","))]}
            """.utf8)
    }

    @Test func whatIsWrittenIsRead() throws {
        let keys = try JSONDecoder().decode(SigningKeys.self, from: json(threshold: 2))
        #expect(keys.threshold == 2 && keys.keys.count == 2 && keys.expires == nil)
        #expect(try SigningKeys(json: keys.json()) == keys)
    }

    /// Every way to decode a set checks it: with a threshold of 0, nobody would have to sign.
    @Test(arguments: [(1, 0, 2), (1, -1, 2), (1, 3, 2), (0, 1, 2), (Int.max, 1, 2), (1, 0, 0)])
    func unsoundSetsAreRefused(version: Int, threshold: Int, keys: Int) {
        let json = json(version: version, threshold: threshold, keys: keys)
        #expect(throws: ModelDeliveryError.self) {
            try JSONDecoder().decode(SigningKeys.self, from: json)
        }
        #expect(throws: ModelDeliveryError.self) { try SigningKeys(json: Array(json)) }
    }

    /// The error of a malformed successor has the reason as its cause.
    @Test func malformedSuccessorsAreExplained() throws {
        let keys = try StandInPublisher().keys
        let unsound = try StandInPublisher.envelope(
            Array(json(version: 2, threshold: 3)), SigningKeys.payloadType, [1])
        let error = #expect(throws: ModelDeliveryError.self) {
            try keys.newest(of: [unsound], StandInScheme())
        }
        #expect(error?.code == .untrusted)
        let cause = error?.cause as? ModelDeliveryError
        #expect(cause?.message.contains("the threshold 3") == true)
    }
}
