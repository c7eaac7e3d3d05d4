import MLKitVision
import Testing

/// A file that imports one module of ML Kit sees what the original module exports.
@Suite struct ExportedModulesTests {
    @Test func visionExportsImagesAndFoundation() {
        let kind: Any.Type = MLImage.self
        #expect(kind is any MLKitCompatibleImage.Type)
        #expect(Bundle.main.bundlePath.isEmpty == false)
    }
}
