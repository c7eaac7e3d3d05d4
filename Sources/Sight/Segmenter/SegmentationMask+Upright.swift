package import SightImage

/// Masks with a pixel for each pixel of the upright image.
extension SegmentationMask {
    /// Returns the mask's image in the size of the upright image: black for the background, a color
    /// for each class.
    ///
    /// Each pixel has the class of the nearest place. For a model of one class, the gray level is
    /// the confidence, interpolated between the middles of places.
    ///
    /// - Parameter image: the image that the mask was made of.
    /// - Returns: an image in `rgb8`, or in `gray8` for a model of one class.
    /// - Throws: `tooLarge`.
    package func uprightImage(of image: VisionImage) throws(ImageError) -> ImageBuffer {
        let (columns, rows) = image.uprightPixels
        if let confidences {
            return try ImageBuffer(
                width: columns, height: rows, format: .gray8,
                bytes: levels(confidences, columns, rows))
        }
        let palette = (0...255).map { Self.color(of: $0) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * columns * rows)
        forEachPixel(columns, rows) { index in
            let color = palette[Int(index)]
            bytes.append(color.red)
            bytes.append(color.green)
            bytes.append(color.blue)
        }
        return try ImageBuffer(width: columns, height: rows, format: .rgb8, bytes: bytes)
    }

    /// Returns the class indices as gray levels, in the size of the upright image.
    ///
    /// Each pixel has the class of the nearest place.
    ///
    /// - Parameter image: the image that the mask was made of.
    /// - Returns: an image in `gray8`.
    /// - Throws: `tooLarge`.
    package func uprightIndices(of image: VisionImage) throws(ImageError) -> ImageBuffer {
        let (columns, rows) = image.uprightPixels
        var bytes: [UInt8] = []
        bytes.reserveCapacity(columns * rows)
        forEachPixel(columns, rows) { bytes.append($0) }
        return try ImageBuffer(width: columns, height: rows, format: .gray8, bytes: bytes)
    }

    /// Calls a body with the class of each pixel, row by row.
    private func forEachPixel(_ columns: Int, _ rows: Int, _ body: (UInt8) -> Void) {
        for y in 0..<rows {
            let row = y * height / rows * width
            for x in 0..<columns { body(classes[row + x * width / columns]) }
        }
    }

    /// Returns the gray level of each pixel, row by row.
    private func levels(_ confidences: [Float], _ columns: Int, _ rows: Int) -> [UInt8] {
        // Infinite confidences have no differences.
        let confidences = confidences.map { max(0, min(1, $0)) }
        let across = LinearTaps(from: width, to: columns, .edges)
        let down = LinearTaps(from: height, to: rows, .edges)
        var levels: [UInt8] = []
        levels.reserveCapacity(columns * rows)
        for y in 0..<rows {
            let (upper, lower) = (down.first[y] * width, down.second[y] * width)
            let row = (0..<width).map { x in
                let value = confidences[upper + x]
                return value + (confidences[lower + x] - value) * down.share[y]
            }
            for x in 0..<columns {
                let value = row[across.first[x]]
                let other = row[across.second[x]]
                levels.append(Self.level(value + (other - value) * across.share[x]))
            }
        }
        return levels
    }
}
