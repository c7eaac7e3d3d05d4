public import SightGeometry
public import SightImage

/// The class of each part of an image.
///
/// The mask covers the whole upright image with the model's own columns and rows.
public struct SegmentationMask: Hashable, Sendable {
    /// The number of columns.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The class of each place, row by row; 0 is the background.
    public let classes: [UInt8]
    /// The confidence of the foreground at each place; `nil` for models of several classes.
    ///
    /// It is in 0…1 if a sigmoid computes it, in the model or after it. Other numbers of a model
    /// are passed on as they are, whatever their range; only NaN becomes 0.
    public let confidences: [Float]?
    /// Names of the classes; empty when the model has none.
    public let labels: [String]
    /// Size of the upright image.
    public let uprightSize: Size<Upright>

    /// Returns the class at a point; `nil` outside of the image.
    public func classIndex(at point: Point<Upright>) -> Int? {
        guard point.x >= 0, point.y >= 0, point.x < uprightSize.width,
            point.y < uprightSize.height
        else { return nil }
        let column = min(Int(point.x / uprightSize.width * Float(width)), width - 1)
        let row = min(Int(point.y / uprightSize.height * Float(height)), height - 1)
        return Int(classes[row * width + column])
    }

    /// The share of each class that occurs, the largest first; ties keep the lower index first.
    public var shares: [(classIndex: Int, share: Float)] {
        var counts = [Int](repeating: 0, count: 256)
        for index in classes { counts[Int(index)] += 1 }
        return counts.indices.filter { counts[$0] > 0 }
            .sorted { (counts[$1], $0) < (counts[$0], $1) }
            .map { ($0, Float(counts[$0]) / Float(classes.count)) }
    }

    /// Returns the name of a class; empty when the model has none.
    public func label(_ classIndex: Int) -> String {
        labels.indices.contains(classIndex) ? labels[classIndex] : ""
    }

    /// Returns the color of a class, 0…255, in the mask's image: black for the background.
    ///
    /// Each class has a color of its own; every 16 classes the colors repeat and are darker.
    package static func color(of classIndex: Int) -> PixelColor {
        guard classIndex > 0 else { return .black }
        let color = PixelColor.ofClass(classIndex)
        let share = max(0, 255 - 12 * (classIndex / 16))
        func darker(_ part: UInt8) -> UInt8 { UInt8(Int(part) * share / 255) }
        return PixelColor(
            red: darker(color.red), green: darker(color.green), blue: darker(color.blue))
    }

    /// Returns the gray level of a confidence, 255 for 1 and above.
    static func level(_ confidence: Float) -> UInt8 {
        UInt8(max(0, min(255, confidence.isNaN ? 0 : (confidence * 255).rounded())))
    }

    /// Returns the mask as an image of its own size: black for the background, a color for each
    /// class.
    ///
    /// For a model of one class, the gray level is the confidence.
    ///
    /// - Throws: `invalidDimensions`.
    public func image() throws(ImageError) -> ImageBuffer {
        if let confidences {
            let bytes = confidences.map { Self.level($0) }
            return try ImageBuffer(width: width, height: height, format: .gray8, bytes: bytes)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * classes.count)
        for index in classes {
            let color = Self.color(of: Int(index))
            bytes += [color.red, color.green, color.blue]
        }
        return try ImageBuffer(width: width, height: height, format: .rgb8, bytes: bytes)
    }

    /// Returns the upright image in which each pixel outside the background is mixed, half and
    /// half, with the color of its class.
    ///
    /// - Parameter image: the image that the mask was made of.
    /// - Returns: an image in `rgb8`.
    /// - Throws: `tooLarge`.
    public func overlay(on image: VisionImage) throws(ImageError) -> ImageBuffer {
        let upright = try image.buffer.upright(image.orientation)
        var bytes = upright.planes[0].bytes
        let rowBytes = upright.planes[0].rowBytes
        for y in 0..<upright.height {
            let row = y * height / upright.height * width
            for x in 0..<upright.width {
                let index = classes[row + x * width / upright.width]
                guard index != 0 else { continue }
                let color = Self.color(of: Int(index))
                let start = y * rowBytes + 3 * x
                for (channel, part) in [color.red, color.green, color.blue].enumerated() {
                    let mixed = (Int(bytes[start + channel]) + Int(part) + 1) / 2
                    bytes[start + channel] = UInt8(mixed)
                }
            }
        }
        return try ImageBuffer(
            width: upright.width, height: upright.height, format: .rgb8, rowBytes: rowBytes,
            bytes: bytes)
    }
}
