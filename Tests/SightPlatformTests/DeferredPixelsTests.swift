import SightConcurrency
import SightGeometry
import SightImage
import SightPlatform
import Testing

@Suite struct DeferredPixelsTests {
    /// An image of 2 × 1 pixels, red and blue.
    private static func drawn() -> ImageBuffer? {
        try? ImageBuffer(
            width: 2, height: 1, format: .rgba8, bytes: [255, 0, 0, 0, 0, 0, 255, 0])
    }

    @Test func anImageIsDrawnOnceWhenItIsRead() throws {
        let count = Guarded(0)
        let image = try ImageBuffer(width: 2, height: 1) {
            count.withLock { $0 += 1 }
            return Self.drawn()
        }
        #expect(image.format == .rgba8 && image.planes[0].rowBytes == 8)
        #expect(count.current == 0)
        for _ in 0..<2 {
            #expect(try image.upright(.up).planes[0].bytes == [255, 0, 0, 0, 0, 255])
        }
        #expect(image == Self.drawn())
        #expect(count.current == 1)
    }

    /// Threads that read at the same time get the same pixels.
    @Test func manyReadersDrawOnce() async throws {
        let count = Guarded(0)
        let image = try ImageBuffer(width: 2, height: 1) {
            count.withLock { $0 += 1 }
            return Self.drawn()
        }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 { group.addTask { image == Self.drawn() } }
            for await isRight in group { #expect(isRight) }
        }
        #expect(count.current == 1)
    }

    /// An image that cannot be drawn, and drawings of another size or format.
    @Test(arguments: [nil, 1, 3]) func pixelsThatCannotBeDrawnAreUnreadable(_ width: Int?) throws {
        let image = try ImageBuffer(width: 2, height: 1) {
            guard let width else { return nil }
            let bytes = [UInt8](repeating: 0, count: 4 * width)
            return try? ImageBuffer(width: width, height: 1, format: .rgba8, bytes: bytes)
        }
        let error = #expect(throws: ImageError.self) { try image.upright(.up) }
        #expect(error?.code == .unreadable)
        #expect(image.planes[0].bytes == [UInt8](repeating: 0, count: 8))
    }

    @Test(arguments: [(0, 1), (1 << 20, 1 << 20), (.max, 1)])
    func sizesThatNoImageHasAreNotDrawn(_ width: Int, _ height: Int) {
        #expect(throws: ImageError.self) {
            try ImageBuffer(width: width, height: height) {
                Issue.record("drawn")
                return nil
            }
        }
    }
}
