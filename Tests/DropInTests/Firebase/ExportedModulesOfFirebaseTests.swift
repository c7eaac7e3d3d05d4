import FirebaseMLModelInterpreter
import Testing

/// A file that imports one module of Firebase sees what the original module exports.
@Suite struct ExportedModulesOfFirebaseTests {
    @Test func interpreterExportsFoundation() {
        #expect(Notification.Name.firebaseMLModelDownloadDidSucceed.rawValue.isEmpty == false)
        #expect(Bundle.main.bundlePath.isEmpty == false)
    }
}
