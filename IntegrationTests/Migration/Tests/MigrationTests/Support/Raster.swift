import Foundation
import MLKit
import Testing

/// An image in red, green and blue, which can be turned pixel by pixel.
struct Raster {
    let width, height: Int
    private var pixels: [SIMD3<UInt8>]

    /// Makes a raster from an image stretched to a size.
    init(_ photo: UIImage, width: Int, height: Int) throws {
        let context = try #require(
            CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue))
        context.draw(
            try #require(photo.cgImage), in: CGRect(x: 0, y: 0, width: width, height: height))
        let data = try #require(context.data)
        self.width = width
        self.height = height
        pixels = (0..<(width * height)).map { pixel in
            let bytes = (0..<3).map { data.load(fromByteOffset: 4 * pixel + $0, as: UInt8.self) }
            return SIMD3(bytes[0], bytes[1], bytes[2])
        }
    }

    private init(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> SIMD3<UInt8>) {
        self.width = width
        self.height = height
        pixels = (0..<(width * height)).map { pixel($0 % width, $0 / width) }
    }

    /// The stored pixels of this upright image for an orientation.
    func stored(_ orientation: UIImage.Orientation) -> Raster {
        let swaps = [.left, .right, .leftMirrored, .rightMirrored].contains(orientation)
        let (W, H) = swaps ? (height, width) : (width, height)
        return Raster(W, H) { x, y in
            let (u, v) =
                switch orientation {  // the upright point of a stored one
                case .up: (x, y)
                case .upMirrored: (W - 1 - x, y)
                case .down: (W - 1 - x, H - 1 - y)
                case .downMirrored: (x, H - 1 - y)
                case .leftMirrored: (y, x)
                case .right: (H - 1 - y, x)
                case .rightMirrored: (H - 1 - y, W - 1 - x)
                case .left: (y, W - 1 - x)
                }
            return pixels[v * width + u]
        }
    }

    /// Converts a rectangle of a stored image to this upright image.
    func rect(_ r: CGRect, _ orientation: UIImage.Orientation) -> CGRect {
        let swaps = [.left, .right, .leftMirrored, .rightMirrored].contains(orientation)
        let (W, H) = swaps ? (CGFloat(height), CGFloat(width)) : (CGFloat(width), CGFloat(height))
        let (x, y, w, h) = (r.minX, r.minY, r.width, r.height)
        return switch orientation {
        case .up: r
        case .upMirrored: CGRect(x: W - x - w, y: y, width: w, height: h)
        case .down: CGRect(x: W - x - w, y: H - y - h, width: w, height: h)
        case .downMirrored: CGRect(x: x, y: H - y - h, width: w, height: h)
        case .leftMirrored: CGRect(x: y, y: x, width: h, height: w)
        case .right: CGRect(x: H - y - h, y: x, width: h, height: w)
        case .rightMirrored: CGRect(x: H - y - h, y: W - x - w, width: h, height: w)
        case .left: CGRect(x: y, y: W - x - w, width: h, height: w)
        }
    }

    /// The image as the sample buffer of a camera.
    func sample(_ format: OSType) throws -> CMSampleBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &made)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        if format == kCVPixelFormatType_32BGRA {
            try fill(buffer, 0, 1) { [$0.z, $0.y, $0.x, 255] }
        } else {
            let isFull = format == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
            try fill(buffer, 0, 1) { [Self.luma($0, isFull)] }
            try fill(buffer, 1, 2) { Self.chroma($0, isFull) }
        }
        return try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer),
            sampleTiming: CMSampleTimingInfo(presentationTimeStamp: .zero))
    }

    private func fill(
        _ buffer: CVPixelBuffer, _ plane: Int, _ step: Int, _ bytes: (SIMD3<UInt8>) -> [UInt8]
    ) throws {
        let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
        let rowBytes = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
        for row in stride(from: 0, to: height, by: step) {
            var address = base + row / step * rowBytes
            for column in stride(from: 0, to: width, by: step) {
                for byte in bytes(pixels[row * width + column]) {
                    address.storeBytes(of: byte, as: UInt8.self)
                    address += 1
                }
            }
        }
    }

    // Cameras convert by BT.601.
    private static func luma(_ color: SIMD3<UInt8>, _ isFull: Bool) -> UInt8 {
        let y = 0.299 * Float(color.x) + 0.587 * Float(color.y) + 0.114 * Float(color.z)
        return UInt8(isFull ? y : 16 + y * 219 / 255)
    }

    private static func chroma(_ color: SIMD3<UInt8>, _ isFull: Bool) -> [UInt8] {
        let (r, g, b) = (Float(color.x), Float(color.y), Float(color.z))
        let scale: Float = isFull ? 1 : 224 / 255
        let cb = 128 + scale * (-0.168736 * r - 0.331264 * g + 0.5 * b)
        let cr = 128 + scale * (0.5 * r - 0.418688 * g - 0.081312 * b)
        return [UInt8(min(max(cb, 0), 255)), UInt8(min(max(cr, 0), 255))]
    }
}
