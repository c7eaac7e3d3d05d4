import Foundation
import SightModelSigning
import SightModels
import Testing

@Suite struct KeyHistoryTests {
    private let folder: SignFolder

    init() throws { folder = try SignFolder() }

    /// The error of a malformed set has the reason.
    @Test func malformedSetsAreNotSigned() throws {
        let keys = try SigningKeys(publisher: "p", keys: [try SigningKey().verificationKey()])
        let file = folder.url.appendingPathComponent("k.json")
        try KeyHistory(first: keys).write(to: file)
        let text = try String(contentsOf: file, encoding: .utf8)
        let successor = #"{"payload":"e30=","payloadType":"x","signatures":[]}"#
        let list = try #require(text.range(of: #"\[\s*\]"#, options: .regularExpression))
        try text.replacingCharacters(in: list, with: "[\(successor)]")
            .write(to: file, atomically: true, encoding: .utf8)
        var history = try KeyHistory(contentsOf: file)
        #expect { try history.countersign(by: []) } throws: {
            let error = $0 as? ModelDeliveryError
            return error?.code == .invalidArgument && error?.cause is ModelDeliveryError
        }
    }
}
