import AllocationCounter
import Foundation
import Sight
import SightGeometry
import SightImage
import SightPlatform
import Testing

/// A camera's buffer is encoded for a model's input without a copy of the frame.
@Suite(.serialized) struct LentPixelsTests {
    private static let formats = [
        kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
    ]

    private static let works: Bool = {
        if !allocation_counter_works() {
            FileHandle.standardError.write(
                Data("SKIPPED: bytes are only counted with glibc, without sanitizers\n".utf8))
        }
        return allocation_counter_works()
    }()

    /// A buffer of a format, filled with bytes that differ from pixel to pixel.
    private func frame(_ width: Int, _ height: Int, _ format: OSType) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, format, nil, &made)
        let buffer = try #require(made)
        for index in 0..<max(1, CVPixelBufferGetPlaneCount(buffer)) {
            let start = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, index))
            let count =
                CVPixelBufferGetBytesPerRowOfPlane(buffer, index)
                * CVPixelBufferGetHeightOfPlane(buffer, index)
            for offset in 0..<count {
                start.storeBytes(
                    of: UInt8(truncatingIfNeeded: offset &* 31 &+ offset >> 8),
                    toByteOffset: offset, as: UInt8.self)
            }
        }
        return buffer
    }

    /// A model's input of 32 × 24 pixels, RGB.
    private func input(_ image: ImageBuffer) throws -> [UInt8] {
        let transform = ImageTransform(
            sourceSize: image.size, orientation: .right, region: nil,
            inputSize: ModelInput.Size(width: 32, height: 24))
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 * 24 * 3, alignment: 64)
        defer { memory.deallocate() }
        try image.encode(.raw, through: transform, into: memory)
        return [UInt8](memory)
    }

    /// A copy of the pixels.
    private func copy(_ image: ImageBuffer) throws -> ImageBuffer {
        let planes = image.planes
        guard case .nv12(let range) = image.format else {
            return try ImageBuffer(
                width: image.width, height: image.height, format: image.format,
                rowBytes: planes[0].rowBytes, bytes: planes[0].bytes)
        }
        return try ImageBuffer(
            width: image.width, height: image.height, range: range, luma: planes[0].bytes,
            lumaRowBytes: planes[0].rowBytes, chroma: planes[1].bytes,
            chromaRowBytes: planes[1].rowBytes)
    }

    @Test(arguments: formats) func aLentFrameLooksLikeItsCopy(format: OSType) throws {
        let lent = try ImageBuffer(frame(75, 53, format))
        let copied = try copy(lent)
        #expect(lent == copied)
        #expect(try input(lent) == input(copied))
    }

    @Test(arguments: formats) func pixelsAreReadWhereTheyAre(format: OSType) throws {
        let buffer = try frame(64, 48, format)
        let image = try VisionImage(buffer)
        let before = try input(image.buffer)
        let start = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
        memset(start, 0, CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) * 48)
        #expect(try input(image.buffer) != before)
    }

    @Test(.enabled(if: works), arguments: formats) func noFrameIsCopied(format: OSType) throws {
        let buffer = try frame(1920, 1080, format)
        var least = Int.max
        // Other tests allocate at the same time, so the smallest of several counts is used.
        for _ in 0..<1000 where least >= 100_000 {
            let before = allocated_bytes()
            _ = try input(VisionImage(buffer).buffer)
            least = min(least, Int(allocated_bytes() - before))
        }
        // The luma plane alone has two million bytes.
        #expect(least < 100_000)
        let before = allocated_bytes()
        _ = try copy(ImageBuffer(buffer))
        #expect(allocated_bytes() - before > 2_000_000)
    }

    @Test func otherFormatsAreRefused() throws {
        let buffer = try frame(4, 4, kCVPixelFormatType_32ARGB)
        #expect {
            try ImageBuffer(buffer)
        } throws: {
            ($0 as? ImageError)?.code == .unsupportedFormat
        }
    }
}
