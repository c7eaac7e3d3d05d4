import Foundation
import SightDropIn
import SightImage
import SightImageIO
import SightPlatform
import Testing

/// Makes images and buffers of one gray level.
enum TestImages {
    static func image(
        _ width: Int, _ height: Int, orientation: UIImage.Orientation = .up
    ) throws -> UIImage {
        let pixels = try ImageBuffer(
            width: width, height: height, format: .gray8,
            bytes: [UInt8](repeating: 100, count: width * height))
        let image = try #require(CGImage.wrapping(pixels))
        return UIImage(cgImage: image, scale: 1, orientation: orientation)
    }

    static func buffer(_ width: Int, _ height: Int, _ format: OSType) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, format, nil, &buffer)
        return try #require(buffer)
    }

    static func sample(
        _ width: Int, _ height: Int, _ format: OSType = kCVPixelFormatType_32BGRA,
        at seconds: Double = 0
    ) throws -> CMSampleBuffer {
        let buffer = try buffer(width, height, format)
        return try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer),
            sampleTiming: CMSampleTimingInfo(
                duration: .invalid,
                presentationTimeStamp: CMTime(seconds: seconds, preferredTimescale: 600),
                decodeTimeStamp: .invalid))
    }
}
