import Foundation
import SightFirebaseApp
import Testing

@Suite struct FirebaseOptionsTests {
    /// Writes a property list with an app's ID, and returns its path.
    private static func list(_ fields: [String: String]) throws -> String {
        let data = try PropertyListSerialization.data(
            fromPropertyList: fields.merging(["GOOGLE_APP_ID": "1:2:ios:3"]) { $1 },
            format: .xml, options: 0)
        return try ScratchFiles.file(Array(data), "plist")
    }

    @Test func otherProductsFindTheirValues() throws {
        let path = try Self.list([
            "CLIENT_ID": "2-a.apps.googleusercontent.com",
            "DATABASE_URL": "https://p.firebaseio.com",
        ])
        let options = try #require(FirebaseOptions(contentsOfFile: path))
        let copy = try #require(options.copy() as? FirebaseOptions)
        for options in [options, copy] {
            #expect(options.clientID == "2-a.apps.googleusercontent.com")
            #expect(options.databaseURL == "https://p.firebaseio.com")
        }
        let without = try #require(FirebaseOptions(contentsOfFile: try Self.list([:])))
        #expect(without.clientID == nil && without.databaseURL == nil)
    }
}
