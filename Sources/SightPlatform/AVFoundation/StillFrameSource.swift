#if !canImport(Darwin)
    import SightConcurrency
    import SightImage

    /// A frame source for a capture device that delivers the images of a list as camera frames.
    ///
    /// AVFoundation does not have this class.
    ///
    /// Frames are BGRA with the pixels as stored; the orientation of the images is ignored.
    public final class StillFrameSource: CaptureFrameSource, Sendable {
        private let images: [CGImage]
        private let framesPerSecond: Int32
        private let frameCount: Int
        private let next = Guarded(0)

        /// Makes a source.
        ///
        /// - Parameters:
        ///   - images: the images, which are repeated; without images there is no frame.
        ///   - framesPerSecond: the number of frames in a second; at least 1.
        ///   - frameCount: the number of frames; `nil` for one frame of each image.
        public init(_ images: [UIImage], framesPerSecond: Int = 30, frameCount: Int? = nil) {
            self.images = images.compactMap(\.cgImage)
            self.framesPerSecond = Int32(clamping: max(1, framesPerSecond))
            self.frameCount = self.images.isEmpty ? 0 : frameCount ?? self.images.count
        }

        /// Returns the next image with its time; `nil` at the end.
        public func nextFrame() throws -> CMSampleBuffer? {
            let number = next.withLock { next in
                defer { next += 1 }
                return next
            }
            guard number < frameCount else { return nil }
            let pixels = try CVPixelBuffer.bgra(images[number % images.count])
            return try CMSampleBuffer(
                imageBuffer: pixels, formatDescription: CMFormatDescription(imageBuffer: pixels),
                sampleTiming: CMSampleTimingInfo(
                    duration: CMTime(value: 1, timescale: framesPerSecond),
                    presentationTimeStamp: CMTime(
                        value: Int64(number), timescale: framesPerSecond)))
        }
    }

    extension CVBuffer {
        /// Returns a copy of an image in BGRA.
        ///
        /// - Throws: `ImageError` with code `invalidDimensions` or `tooLarge`.
        static func bgra(_ image: CGImage) throws -> CVPixelBuffer {
            guard
                let buffer = CVBuffer(
                    width: image.width, height: image.height, format: kCVPixelFormatType_32BGRA),
                let plane = buffer.plane(0),
                let context = CGContext(
                    data: plane.base, width: image.width, height: image.height,
                    bitsPerComponent: 8, bytesPerRow: plane.rowBytes,
                    space: CGColorSpaceCreateDeviceRGB(),
                    bitmapInfo: CGImageAlphaInfo.noneSkipFirst.rawValue
                        | CGBitmapInfo.byteOrder32Little.rawValue)
            else {
                throw ImageError(
                    .tooLarge,
                    "there is no memory for a frame of \(image.width)×\(image.height) pixels; give "
                        + "smaller images")
            }
            context.draw(
                image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
            return buffer
        }
    }
#endif
