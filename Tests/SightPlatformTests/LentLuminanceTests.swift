import AllocationCounter
import Foundation
import Sight
import SightConcurrency
import SightGeometry
import SightImage
import SightPlatform
import SightTracking
import Testing

/// The tracker reads the luma plane of a camera's frame without a copy, in every orientation.
@Suite(.serialized) struct LentLuminanceTests {
    private static let formats = [
        kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
    ]

    /// A frame with a texture that is shifted to the right by `shift` pixels.
    private func frame(
        _ width: Int, _ height: Int, _ format: OSType, shift: Int = 0
    ) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, format, nil, &made)
        let buffer = try #require(made)
        let start = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
        let rowBytes = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
        for y in 0..<height {
            for x in 0..<width {
                let cell = UInt32(
                    truncatingIfNeeded: (x - shift + 4096) / 6 * 73_856_093 ^ y / 6 * 19_349_663)
                start.storeBytes(
                    of: UInt8(truncatingIfNeeded: (cell &* 2_654_435_761) >> 24),
                    toByteOffset: y * rowBytes + x, as: UInt8.self)
            }
        }
        return buffer
    }

    /// The slow twin: a turned copy of the luma plane.
    private func copied(_ image: VisionImage) throws -> LuminancePlane {
        let luma = image.buffer.planes[0]
        let turned = try ImageBuffer(
            width: image.buffer.width, height: image.buffer.height, format: .gray8,
            rowBytes: luma.rowBytes, bytes: luma.bytes
        ).turned(image.orientation)
        return try LuminancePlane(
            width: turned.width, height: turned.height, bytes: turned.planes[0].bytes)
    }

    @Test(arguments: formats, Orientation.allCases)
    func aLentPlaneLooksLikeItsCopy(format: OSType, orientation: Orientation) throws {
        // Blocks of 1, of 2 and of 4 pixels, and rows that are longer than their pixels.
        for (width, height) in [(75, 53), (601, 64), (1283, 88)] {
            let image = try VisionImage(frame(width, height, format), orientation: orientation)
            let (lent, copy) = (try image.luminance(), try copied(image))
            #expect(lent.width == copy.width && lent.height == copy.height)
            #expect(lent.rowBytes == copy.rowBytes)
            #expect(lent.bytes == copy.bytes)
            var (first, second) = (GrayPyramid(), GrayPyramid())
            first.fill(from: lent)
            second.fill(from: copy)
            #expect(first.values == second.values)
        }
    }

    @Test(arguments: Orientation.allCases)
    func anObjectIsFollowedAlike(orientation: Orientation) throws {
        let box = Upright.Rect(x: 60, y: 50, width: 60, height: 40)
        var followers: [SingleObjectTracker] = []
        for shift in 0..<6 {
            let image = try VisionImage(
                frame(241, 180, Self.formats[0], shift: shift), orientation: orientation)
            let planes = [try image.luminance(), try copied(image)]
            guard !followers.isEmpty else {
                followers = try planes.map { try SingleObjectTracker(box, in: $0) }
                continue
            }
            for index in planes.indices { _ = followers[index].advance(planes[index]) }
            #expect(followers[0].box == followers[1].box)
        }
        #expect(followers[0].box != box)
    }

    @Test(.enabled(if: allocation_counter_works()), arguments: formats, [Orientation.up, .right])
    func noFrameIsCopied(format: OSType, orientation: Orientation) async throws {
        let tracker = ObjectTracker(localizer: nil)
        let first = try frame(1920, 1080, format, shift: 0)
        let box = Upright.Rect(x: 400, y: 500, width: 120, height: 120)
        _ = try await tracker.follow(
            box, in: VisionImage(first, orientation: orientation), at: FrameTime(nanoseconds: 0))
        var least = Int.max
        // Other tests allocate at the same time, so the smallest of several counts is used.
        for index in 1...100 where index < 12 || least >= 1_500_000 {
            let shifted = try frame(1920, 1080, format, shift: 2 * index)
            let image = try VisionImage(shifted, orientation: orientation)
            let before = allocated_bytes()
            let found = try await tracker.objects(
                in: image, at: FrameTime(nanoseconds: Int64(index) * 33_333_333))
            least = min(least, Int(allocated_bytes() - before))
            #expect(found.objects.count == 1)
        }
        // The luma plane alone has two million bytes.
        #expect(least < 1_500_000)
        let before = allocated_bytes()
        _ = try copied(VisionImage(first, orientation: orientation))
        #expect(allocated_bytes() - before > 2_000_000)
    }

    @Test(arguments: Orientation.allCases)
    func bytesAreShownLikeTheirCopy(orientation: Orientation) throws {
        let image = try VisionImage(frame(75, 53, Self.formats[0]), orientation: orientation)
        let plane = try image.luminance()
        let copy = plane.bytes
        let rows = plane.withBytes { bytes, rowBytes in
            (0..<plane.height).flatMap { y in
                (0..<plane.width).map {
                    bytes.unsafeLoad(fromByteOffset: y * rowBytes + $0, as: UInt8.self)
                }
            }
        }
        #expect(rows == copy)
    }

    @Test(.enabled(if: allocation_counter_works())) func uprightBytesAreNoCopy() throws {
        let image = try VisionImage(frame(1920, 1080, Self.formats[0]), orientation: .up)
        let plane = try image.luminance()
        var least = Int.max
        for _ in 0..<5 {
            let before = allocated_bytes()
            let count = plane.withBytes { bytes, rowBytes in bytes.byteCount - rowBytes * 1079 }
            least = min(least, Int(allocated_bytes() - before))
            #expect(count == 1920)
        }
        #expect(least < 1_000_000)
    }

    /// Memory that is no longer available reads as black.
    @Test func memoryThatIsGone() throws {
        let rows = FlightyRows()
        let plane = try LuminancePlane(
            lending: rows, width: 64, height: 48, rowBytes: 64, orientation: .right)
        rows.takeAway()
        #expect(plane.bytes == [UInt8](repeating: 0, count: 64 * 48))
        #expect(plane.withBytes { bytes, _ in bytes.byteCount } == 64 * 48)
        var pyramid = GrayPyramid()
        pyramid.fill(from: plane)
        #expect(pyramid.values.allSatisfy { $0 == 0 })
    }

    @Test func tooFewBytesAreRefused() {
        #expect(throws: TrackingError.self) {
            try LuminancePlane(
                lending: FlightyRows(), width: 65, height: 48, rowBytes: 65, orientation: .up)
        }
    }
}

/// A luma plane of 64 × 48 bytes that can become unavailable.
private final class FlightyRows: LentLuminance {
    private let gone = Guarded(false)
    private let bytes = [UInt8](repeating: 200, count: 64 * 48)

    func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
        gone.current ? nil : bytes.withUnsafeBytes(body)
    }

    func takeAway() { gone.current = true }
}
