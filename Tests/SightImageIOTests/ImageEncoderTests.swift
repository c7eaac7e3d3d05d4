import Foundation
import SightGeometry
import SightImage
import SightImageIO
import Testing

@Suite(.enabled(if: BuildTraits.jpeg && BuildTraits.png)) struct ImageEncoderTests {
    static func withFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "/sight-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test func writesByEndingAndReplaces() throws {
        let gradient = try TestFiles.gradient(20, 10)
        try Self.withFolder { folder in
            for (name, format) in [("a.PNG", "PNG"), ("b.jpg", "JPEG"), ("c.jpeg", "JPEG")] {
                for _ in 0..<2 {
                    try ImageEncoder.write(gradient, to: "\(folder)/\(name)")
                    let image = try ImageDecoder.default.decode(contentsOf: "\(folder)/\(name)")
                    #expect(image.formatName == format)
                    #expect(image.buffer.size == gradient.size)
                }
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left.sorted() == ["a.PNG", "b.jpg", "c.jpeg"])
        }
    }

    @Test func refusesForeignEndings() throws {
        let error = #expect(throws: ImageError.self) {
            try ImageEncoder.write(TestFiles.gradient(2, 2), to: "/tmp/gradient.tiff")
        }
        #expect(error?.code == .unsupportedFormat)
    }

    /// A file that only its owner may read stays so when it is replaced.
    @Test func permissionsStay() throws {
        try Self.withFolder { folder in
            let path = folder + "/private.png"
            #expect(
                FileManager.default.createFile(
                    atPath: path, contents: Data(), attributes: [.posixPermissions: 0o600]))
            try ImageEncoder.write(TestFiles.gradient(2, 2), to: path)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(attributes[.size] as? Int != 0)
        }
    }

    @Test func unwritablePathsAreNamed() throws {
        try Self.withFolder { folder in
            try FileManager.default.createDirectory(
                atPath: folder + "/taken.png", withIntermediateDirectories: false)
            for path in ["/no/such/folder/a.png", folder + "/taken.png"] {
                let error = #expect(throws: ImageError.self) {
                    try ImageEncoder.write(TestFiles.gradient(2, 2), to: path)
                }
                #expect(error?.code == .unwritable)
                #expect(error?.message.hasPrefix(path) == true)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["taken.png"])
        }
    }

    @Test func writesEveryFormatOfPixels() throws {
        let luma = [UInt8](repeating: 81, count: 16)
        let red = try ImageBuffer(
            width: 4, height: 4, range: .video, luma: luma, lumaRowBytes: 4,
            chroma: [90, 240, 90, 240, 90, 240, 90, 240], chromaRowBytes: 4)
        for format in [ImageEncoder.Format.png, .jpeg(quality: 95)] {
            let image = try ImageDecoder.default.decode(ImageEncoder.encode(red, as: format))
            let bytes = image.buffer.planes[0].bytes
            // Y 81, Cb 90, Cr 240 is BT.601's red.
            #expect(bytes[0] >= 250 && bytes[1] <= 5 && bytes[2] <= 5)
        }
    }
}
