import SightModels
import Testing

@Suite struct ModelIDTests {
    @Test func badNamesAreRejected() {
        #expect { try ModelID("") } throws: { ($0 as? ModelDeliveryError)?.code == .emptyModelName }
        for bad in [String(repeating: "a", count: 129), "a\u{0}b", "a\nb"] {
            #expect { try ModelID(bad) } throws: {
                ($0 as? ModelDeliveryError)?.code == .invalidArgument
            }
        }
    }

    /// Every name has a folder with a safe name, and no two names share a folder.
    @Test func foldersAreSafeAndDistinct() throws {
        let names = ["bird", "Bird", "../../etc/passwd", "a/b", "a\\b", ".", "..", "鳥", "b\u{308}"]
        let folders = try names.map { try ModelID($0).folderName }
        #expect(Set(folders.map { $0.lowercased() }).count == names.count)
        for folder in folders {
            #expect(!folder.contains("/") && !folder.contains("\\") && !folder.hasPrefix("."))
        }
        #expect(folders[0].hasPrefix("bird-"))
    }

    @Test func oneTextIsOneModel() throws {
        #expect(try ModelID("\u{e9}") == ModelID("e\u{301}"))
        #expect(try ModelID("\u{e9}").folderName == ModelID("e\u{301}").folderName)
    }
}
