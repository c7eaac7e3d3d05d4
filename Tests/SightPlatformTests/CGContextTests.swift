import Foundation
import SightImage
import SightPlatform
import Testing

@Suite struct CGContextTests {
    /// An image of 2 × 2 pixels: red, green, blue, white.
    private let image: CGImage

    init() throws {
        image = CGImage(
            try ImageBuffer(
                width: 2, height: 2, format: .rgb8,
                bytes: [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]))
    }

    private func context(_ width: Int, _ height: Int, _ info: UInt32) throws -> CGContext {
        try #require(
            CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info))
    }

    private func bytes(_ context: CGContext) -> [UInt8] {
        context.data.map {
            [UInt8](
                UnsafeRawBufferPointer(start: $0, count: context.bytesPerRow * context.height))
        } ?? []
    }

    /// The bytes of an image that is drawn into a new context.
    private func drawn(_ image: CGImage) throws -> [UInt8] {
        let context = try context(2, 2, CGImageAlphaInfo.noneSkipLast.rawValue)
        context.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 2))
        return bytes(context)
    }

    @Test(arguments: [
        (CGImageAlphaInfo.noneSkipFirst.rawValue, [255, 255, 0, 0, 255, 0, 255, 0] as [UInt8]),
        (CGImageAlphaInfo.premultipliedLast.rawValue, [255, 0, 0, 255, 0, 255, 0, 255]),
        (
            CGImageAlphaInfo.premultipliedFirst.rawValue
                | CGBitmapInfo.byteOrder32Little.rawValue,
            [0, 0, 255, 255, 0, 255, 0, 255]
        ),
    ])
    func theTopRowComesFirstInEveryLayout(info: UInt32, top: [UInt8]) throws {
        let context = try context(2, 2, info)
        context.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(Array(bytes(context).prefix(8)) == top)
        let copy = try #require(context.makeImage())
        #expect(try drawn(copy) == drawn(image))
    }

    @Test func grayContextsHaveOneByteAPixel() throws {
        let context = try #require(
            CGContext(
                data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 5,
                space: CGColorSpaceCreateDeviceGray(),
                bitmapInfo: CGImageAlphaInfo.none.rawValue))
        context.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 2))
        // Red, green, blue and white by the weights of BT.601.
        let drawn = bytes(context)
        #expect(drawn == [77, 149, 0, 0, 0, 29, 255, 0, 0, 0])
        context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
        context.fill(CGRect(x: 0, y: 1, width: 1, height: 1))
        #expect(bytes(context)[0] == 255)
        let copy = try #require(context.makeImage())
        #expect(copy.bitsPerPixel == 8 && copy.bytesPerRow == 5)
        for info in [CGImageAlphaInfo.noneSkipLast.rawValue, 1 << 12] {
            #expect(
                CGContext(
                    data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0,
                    space: CGColorSpaceCreateDeviceGray(), bitmapInfo: info) == nil)
        }
    }

    @Test func theOriginIsAtTheBottom() throws {
        let context = try context(4, 4, CGImageAlphaInfo.noneSkipLast.rawValue)
        context.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 2))
        let drawn = bytes(context)
        #expect(drawn[..<32].allSatisfy { $0 == 0 })  // the two rows at the top
        #expect(Array(drawn[32..<36]) == [255, 0, 0, 255])
    }

    @Test func drawingOutsideIsCut() throws {
        let context = try context(2, 2, CGImageAlphaInfo.noneSkipLast.rawValue)
        context.draw(image, in: CGRect(x: -1, y: -1, width: 2, height: 2))
        #expect(Array(bytes(context)[8..<12]) == [0, 255, 0, 255])  // green, bottom left
        for rect in [
            CGRect(x: 9, y: 9, width: 2, height: 2), CGRect(x: 0, y: 0, width: 0, height: 1),
            CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1),
            CGRect(x: 0, y: 0, width: 1e30, height: 1),
        ] {
            context.draw(image, in: rect)
            context.stroke(rect)
        }
    }

    @Test func linesHaveTheirWidthAndColor() throws {
        let context = try context(9, 9, CGImageAlphaInfo.noneSkipLast.rawValue)
        context.setStrokeColor(red: 1, green: 0.5, blue: .nan, alpha: 1)
        context.setLineWidth(2)
        context.stroke(CGRect(x: 2, y: 2, width: 5, height: 5))
        let drawn = bytes(context)
        func red(_ column: Int, _ row: Int) -> UInt8 { drawn[4 * (9 * row + column)] }
        #expect((0..<9).map { red($0, 1) } == [0, 255, 255, 255, 255, 255, 255, 255, 0])
        #expect((0..<9).map { red($0, 4) } == [0, 255, 255, 0, 0, 0, 255, 255, 0])
        #expect(Array(drawn[40..<44]) == [255, 128, 0, 255])
    }

    @Test func otherBitmapsAreRefused() {
        let space = CGColorSpaceCreateDeviceRGB()
        for (width, bits, row, info) in [
            (0, 8, 0, 6), (4, 16, 0, 6), (4, 8, 15, 6), (4, 8, 0, 0), (4, 8, 0, 7),
            (4, 8, 0, 6 | 1 << 12), (4, 8, .max, 6), (1 << 21, 8, 0, 6),
        ] {
            #expect(
                CGContext(
                    data: nil, width: width, height: 4, bitsPerComponent: bits, bytesPerRow: row,
                    space: space, bitmapInfo: UInt32(info)) == nil)
        }
    }

    @Test func cropsAreWholePixelsInside() throws {
        let part = try #require(
            image.cropping(to: CGRect(x: 0.5, y: 1.2, width: 9, height: 0.3)))
        #expect((part.width, part.height) == (2, 1))
        #expect(part.buffer.planes[0].bytes == [0, 0, 255, 255, 255, 255])
        #expect(image.cropping(to: CGRect(x: 5, y: 0, width: 1, height: 1)) == nil)
    }
}
