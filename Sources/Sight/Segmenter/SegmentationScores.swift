import SightGeometry

/// The output of a segmentation model for one image, from which masks are computed.
package struct SegmentationScores: Sendable {
    /// The meaning of the numbers of a place.
    package enum Content: Hashable, Sendable {
        /// A score for each class.
        case classes(Int)
        /// One score, of the foreground.
        case foreground
        /// The index of a class.
        case indices
    }

    /// The meaning of the numbers of a place.
    package let content: Content
    let activation: SegmentationActivation
    /// Columns and rows of the model's output.
    let width, height: Int
    /// `[height, width, classCount]`.
    let values: [Float]
    let image: VisionImage

    /// The count of numbers of a place: one for each class, or 1 for a foreground.
    package var classCount: Int {
        if case .classes(let count) = content { count } else { 1 }
    }

    /// Columns of the image as it is stored.
    package var storedWidth: Int { image.sourcePixels.width }
    /// Rows of the image as it is stored.
    package var storedHeight: Int { image.sourcePixels.height }

    /// The confidences in 0…1, `[height, width, classCount]`.
    var confidences: [Float] { activation.confidences(values, count: classCount) }

    /// Maps places of the upright image to places of the stored image.
    private struct Places {
        let storedWidth, width, height: Int
        let orientation: Orientation

        init(_ image: VisionImage) {
            orientation = image.orientation
            storedWidth = image.sourcePixels.width
            (width, height) = image.uprightPixels
        }

        func stored(_ x: Int, _ y: Int) -> Int {
            let x = orientation.flipsX ? width - 1 - x : x
            let y = orientation.flipsY ? height - 1 - y : y
            return orientation.swapsAxes ? x * storedWidth + y : y * storedWidth + x
        }
    }

    /// One mask for each class, or one for the foreground: confidences for each pixel of the image
    /// as it is stored.
    ///
    /// - Returns: nothing for a model that tells only which class is the best.
    /// - Source: MediaPipe, segmentation: the activation comes before a bilinear resize.
    package func confidenceMasks() -> [[Float]] {
        guard content != .indices else { return [] }
        let places = Places(image)
        let confidences = confidences
        var masks = [[Float]](
            repeating: [Float](repeating: 0, count: places.width * places.height), count: classCount
        )
        for column in 0..<classCount {
            masks[column].withUnsafeMutableBufferPointer { mask in
                resample(confidences, column..<(column + 1), .edges, places) { place, values in
                    mask[place] = values[0]
                }
            }
        }
        return masks
    }

    /// The class of each pixel of the image as it is stored.
    ///
    /// A model of a foreground gives 0 for it, and 255 for what is around it.
    ///
    /// - Source: MediaPipe, segmentation: what is resized are the model's own numbers.
    package func categoryMask() -> [UInt8] {
        let places = Places(image)
        var mask = [UInt8](repeating: 0, count: places.width * places.height)
        let reading = ScoreReading(isLogit: activation == .sigmoid)
        mask.withUnsafeMutableBufferPointer { mask in
            switch content {
            case .indices: nearest(places) { mask[$0] = Self.classIndex($1) }
            case .foreground:
                resample(values, 0..<1, .corners, places) { place, values in
                    mask[place] = reading.score(values[0]) > 0.5 ? 0 : 255
                }
            case .classes(let count):
                resample(values, 0..<count, .corners, places) { place, values in
                    var best = 0
                    for index in 1..<count where values[index] > values[best] { best = index }
                    mask[place] = UInt8(best)
                }
            }
        }
        return mask
    }

    /// A number as the index of a class, 0…255.
    static func classIndex(_ value: Float) -> UInt8 {
        UInt8(max(0, min(255, value.isNaN ? 0 : value)))
    }

    /// Gives each place of the image the model's nearest number.
    private func nearest(_ places: Places, _ body: (_ place: Int, _ value: Float) -> Void) {
        for y in 0..<places.height {
            let row = y * height / places.height * width
            for x in 0..<places.width {
                body(places.stored(x, y), values[row + x * width / places.width])
            }
        }
    }

    /// Gives each place of the image some of the columns, interpolated between four places.
    private func resample(
        _ values: [Float], _ chosen: Range<Int>, _ alignment: LinearTaps.Alignment,
        _ places: Places, _ body: (_ place: Int, _ values: UnsafeMutablePointer<Float>) -> Void
    ) {
        let across = LinearTaps(from: width, to: places.width, alignment)
        let down = LinearTaps(from: height, to: places.height, alignment)
        let count = chosen.count
        var row = [Float](repeating: 0, count: width * count)
        var place = [Float](repeating: 0, count: count)
        for y in 0..<places.height {
            for x in 0..<width {
                for column in 0..<count {
                    let at = x * classCount + chosen.lowerBound + column
                    let upper = values[down.first[y] * width * classCount + at]
                    let lower = values[down.second[y] * width * classCount + at]
                    row[x * count + column] = upper + (lower - upper) * down.share[y]
                }
            }
            place.withUnsafeMutableBufferPointer { place in
                guard let base = place.baseAddress else { return }
                for x in 0..<places.width {
                    let (left, right) = (across.first[x] * count, across.second[x] * count)
                    for column in 0..<count {
                        let value = row[left + column]
                        base[column] = value + (row[right + column] - value) * across.share[x]
                    }
                    body(places.stored(x, y), base)
                }
            }
        }
    }
}
