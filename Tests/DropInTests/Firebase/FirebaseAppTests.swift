import Foundation
import SightFirebaseApp
import Testing

@Suite struct FirebaseAppTests {
    private let options = FirebaseOptions(googleAppID: "1:2:ios:3", gcmSenderID: "2")

    @Test func aDeletedAppIsForgotten() async throws {
        let (first, second) = ("first-\(UUID())", "second-\(UUID())")
        FirebaseApp.configure(name: first, options: options)
        FirebaseApp.configure(name: second, options: options)
        let app = try #require(FirebaseApp.app(name: first))
        #expect(FirebaseApp.allApps?[first] === app)
        var answers: [Bool] = []
        app.delete { answers.append($0) }
        app.delete { answers.append($0) }
        #expect(answers == [true, false])
        #expect(FirebaseApp.app(name: first) == nil && FirebaseApp.allApps?[first] == nil)
        #expect(await FirebaseApp.app(name: second)?.delete() == true)
        #expect(FirebaseApp.allApps?[second] == nil)
    }

    /// The old object does not delete the app that replaced it under its name.
    @Test func aReplacedAppStays() throws {
        let name = "replaced-\(UUID())"
        FirebaseApp.configure(name: name, options: options)
        let old = try #require(FirebaseApp.app(name: name))
        FirebaseApp.configure(name: name, options: options)
        old.delete { #expect(!$0) }
        let app = try #require(FirebaseApp.app(name: name))
        app.isDataCollectionDefaultEnabled = false
        #expect(!app.isDataCollectionDefaultEnabled && old.isDataCollectionDefaultEnabled)
        app.delete { #expect($0) }
    }
}
