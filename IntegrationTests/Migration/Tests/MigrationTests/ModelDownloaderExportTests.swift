import FirebaseMLModelDownloader
import Testing

/// A file that imports the module of the model downloader sees what the original module exports.
@Suite struct ModelDownloaderExportTests {
    @Test func theModuleExportsFoundation() {
        let address = URL(string: "https://models.example.org/bird.tflite")
        #expect(address?.lastPathComponent == "bird.tflite")
        #expect(Bundle.main.bundlePath.isEmpty == false)
    }
}
