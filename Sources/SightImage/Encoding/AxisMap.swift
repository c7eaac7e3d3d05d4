import SightGeometry

/// Maps one axis of a model's input back to the axis of the source image that it shows.
struct AxisMap {
    /// The two axes of a model's input.
    enum Axis {
        case x, y
    }

    /// The region along this axis of the upright image, in upright pixels.
    private let regionStart, regionExtent: Double
    /// The place of the region in the input, in input pixels.
    private let contentStart, contentExtent: Double
    /// The extent of the upright image.
    private let uprightExtent: Double
    private let isFlipped: Bool
    private let sampling: InputEncoding.Sampling

    /// Extracts one axis from a transform.
    init(transform: ImageTransform, axis: Axis, sampling: InputEncoding.Sampling) {
        let (region, content, size) = (transform.region, transform.content, transform.uprightSize)
        switch axis {
        case .x:
            (regionStart, regionExtent) = (Double(region.x), Double(region.width))
            (contentStart, contentExtent) = (Double(content.x), Double(content.width))
            uprightExtent = Double(size.width)
            isFlipped = transform.orientation.flipsX
        case .y:
            (regionStart, regionExtent) = (Double(region.y), Double(region.height))
            (contentStart, contentExtent) = (Double(content.y), Double(content.height))
            uprightExtent = Double(size.height)
            isFlipped = transform.orientation.flipsY
        }
        self.sampling = sampling
    }

    /// Returns the input pixels whose center lies inside the content.
    func shown(of count: Int) -> Range<Int> {
        let limit = Double(count)
        let first = min(max((contentStart - 0.5).rounded(.up), 0), limit)
        let end = min(max((contentStart + contentExtent - 0.5).rounded(.up), first), limit)
        return Int(first)..<Int(end)
    }

    /// Returns the number of samples along this axis of a destination pixel.
    ///
    /// There is one sample for every three pixels that a destination pixel covers, and always one
    /// with MediaPipe's rule.
    ///
    /// - Parameter extent: the number of the buffer's pixels along the axis.
    /// - Returns: 1…32.
    func samples(over extent: Int) -> Int {
        guard sampling == .halfPixel else { return 1 }
        let covered = regionExtent / contentExtent * Double(extent) / uprightExtent
        return Int(min(max((covered / 3).rounded(), 1), Self.maximumSamples))
    }

    /// The largest number of samples along one axis of a destination pixel.
    private static let maximumSamples = 32.0

    /// Returns the taps of a range of input pixels along a source axis.
    ///
    /// The buffer may have fewer pixels than the source if a photo was decoded at a reduced scale.
    ///
    /// - Returns: taps `[samples, range]`.
    func taps(_ range: Range<Int>, samples: Int, _ layout: AxisTaps.Layout) -> AxisTaps {
        let scale = regionExtent / contentExtent
        let reduction = Double(layout.extent) / uprightExtent
        let half = sampling == .halfPixel ? 0.5 : 0
        let positions = (0..<samples).flatMap { sample in
            // The distance of the sample from the center of its destination pixel.
            let shift = (Double(sample) + 0.5) / Double(samples) - 0.5
            return range.map { destination in
                let place = Double(destination) + shift + half - contentStart
                let upright = regionStart + place * scale - half
                let source = isFlipped ? uprightExtent - 1 - upright : upright
                return (source + half) * reduction - half
            }
        }
        return AxisTaps(positions: positions, layout: layout)
    }
}
