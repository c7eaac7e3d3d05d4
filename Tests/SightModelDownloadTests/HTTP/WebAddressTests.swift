import Foundation
import SightModelDownload
import SightModels
import Testing

@Suite struct WebAddressTests {
    @Test(arguments: [
        ("bird-7_a.b~", "bird-7_a.b~"), ("a/b?c#d", "a%2Fb%3Fc%23d"), ("a b", "a%20b"),
        ("ä", "%C3%A4"), ("", ""), ("\0", "%00"),
    ])
    func partsAreEscaped(text: String, escaped: String) throws {
        #expect(try WebAddress.segment(text) == escaped)
    }

    @Test(arguments: [".", ".."]) func partsDoNotLeadElsewhere(text: String) {
        #expect { try WebAddress.segment(text) } throws: {
            ($0 as? ModelDeliveryError)?.code == .invalidArgument
        }
    }

    @Test func basesMayEndWithASlash() throws {
        let base = try #require(URL(string: "https://a.example/x/"))
        #expect(try WebAddress.make(base, "/y?z").absoluteString == "https://a.example/x/y?z")
    }
}
