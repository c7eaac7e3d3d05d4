import SightGeometry
import SightImage
import SightTracking

extension VisionImage {
    /// The upright grey image, in the pixels that boxes are measured in.
    ///
    /// The luma plane of an upright video frame is shared; everything else is turned, converted or
    /// scaled once.
    ///
    /// - Throws: ``DetectionError`` with code `invalidImage`.
    package func luminance() throws(DetectionError) -> LuminancePlane {
        let hasLuma = buffer.format == .gray8 || buffer.planes.count > 1
        guard hasLuma, sourceSize == buffer.size else { return try scaledLuminance() }
        let luma = buffer.planes[0]
        if orientation == .up {
            return try plane(buffer.width, buffer.height, luma.rowBytes, luma.bytes)
        }
        let turned = try turnedLuma(luma)
        return try plane(turned.width, turned.height, turned.width, turned.planes[0].bytes)
    }

    private func turnedLuma(_ luma: ImagePlane) throws(DetectionError) -> ImageBuffer {
        do throws(ImageError) {
            return try ImageBuffer(
                width: buffer.width, height: buffer.height, format: .gray8,
                rowBytes: luma.rowBytes, bytes: luma.bytes
            ).turned(orientation)
        } catch {
            throw DetectionError(error)
        }
    }

    /// A part of the upright image in grey, `[height, width]` bytes.
    ///
    /// - Throws: ``DetectionError`` with code `invalidImage` for an empty region.
    func grey(_ region: Rect<Upright>?, width: Int, height: Int) throws(DetectionError)
        -> [UInt8]
    {
        try bytes(of: region, .rawGrey, width: width, height: height)
    }

    /// A part of the upright image as `[height, width, channels]` bytes.
    ///
    /// - Throws: ``DetectionError`` with code `invalidImage` for an empty region.
    func bytes(
        of region: Rect<Upright>?, _ encoding: InputEncoding, width: Int, height: Int
    ) throws(DetectionError) -> [UInt8] {
        let transform = ImageTransform(
            sourceSize: sourceSize, orientation: orientation, region: region,
            inputSize: Size(width: Float(width), height: Float(height)))
        var failure: ImageError?
        let count = width * height * encoding.channels
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
            do throws(ImageError) {
                try buffer.encode(
                    encoding, through: transform, into: UnsafeMutableRawBufferPointer(bytes))
                initialized = count
            } catch {
                failure = error
            }
        }
        if let failure { throw DetectionError(failure) }
        return bytes
    }

    private func scaledLuminance() throws(DetectionError) -> LuminancePlane {
        let size = uprightSize
        guard let width = Int(exactly: size.width.rounded()),
            let height = Int(exactly: size.height.rounded()),
            (1...LuminancePlane.maximumSide).contains(width),
            (1...LuminancePlane.maximumSide).contains(height)
        else {
            throw DetectionError(.invalidImage, "a frame of \(size.width)×\(size.height) pixels")
        }
        return try plane(width, height, width, grey(nil, width: width, height: height))
    }

    private func plane(
        _ width: Int, _ height: Int, _ rowBytes: Int, _ bytes: [UInt8]
    ) throws(DetectionError) -> LuminancePlane {
        do throws(TrackingError) {
            return try LuminancePlane(
                width: width, height: height, rowBytes: rowBytes, bytes: bytes)
        } catch {
            throw DetectionError(.invalidImage, error.message, cause: error)
        }
    }
}
