import Foundation
import Testing

#if os(Linux)
    /// The libraries that only some inputs need are loaded with the first of these.
    @Suite(
        .disabled(
            if: ProcessInfo.processInfo.environment["QEMU_CPU"] != nil,
            "an emulator takes the loader's variables for itself"))
    struct LibraryLoadingTests {
        private let scratch: ScratchFolder

        init() throws { scratch = try ScratchFolder() }

        /// FFmpeg and libheif bring so many libraries that the command would take five times as
        /// long to start.
        @Test func theStartNeedsNoCodecsOfVideos() throws {
            // With this variable, the loader lists the libraries and starts no program.
            let outcome = try SightExecutable.run(
                arguments: [], environment: ["LD_TRACE_LOADED_OBJECTS": "1"])
            #expect(outcome.output.contains("libswiftCore"))
            for library in ["libavcodec", "libavformat", "libswscale", "libheif", "libcurl"] {
                #expect(!outcome.output.contains(library))
            }
        }

        #if Video
            @Test func theErrorNamesTheMissingLibrary() throws {
                try hide((50...80).map { "libavcodec.so.\($0)" })
                try scratch.write([0, 0, 0, 24], to: "video.mp4")
                try check("track", input: "video.mp4", complaint: "FFmpeg cannot be loaded: ")
            }
        #endif

        #if HEIF
            @Test func theErrorNamesTheMissingDecoder() throws {
                try hide(["libheif.so.1"])
                let bytes =
                    [0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 12)
                try scratch.write(bytes, to: "photo.heic")
                try check(
                    "detect", input: "photo.heic",
                    complaint: "libheif, which decodes HEIC and AVIF, cannot be loaded: ")
            }
        #endif

        /// Writes empty files, which the loader finds first and cannot load.
        private func hide(_ libraries: [String]) throws {
            for library in libraries { try scratch.write([], to: library) }
        }

        private func check(_ command: String, input: String, complaint: String) throws {
            let outcome = try SightExecutable.run(
                command, scratch.path(input), environment: ["LD_LIBRARY_PATH": scratch.path("")])
            #expect(outcome.status == 1, "\(outcome.complaints)")
            #expect(outcome.complaints.contains("\(input): \(complaint)"), "\(outcome.complaints)")
        }
    }
#endif
