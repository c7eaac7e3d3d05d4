import SightModelFile
import SightTensor

/// FlexResizeBicubic: enlarges or reduces images with a cubic function of four neighbors.
///
/// Images `[N, H, W, C]` float32 or uint8, and the size `[2]`; the result is float32.
/// - Source: TensorFlow `resize_bicubic_op`; Keys, "Cubic convolution interpolation", 1981.
enum ResizeBicubic: Operator {
    static let code = OperatorCode.custom("FlexResizeBicubic")
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let attributes = try node.attributes()
        guard try node.output(0).elementType == .float32 else {
            throw node.unsupported(try node.output(0))
        }
        let resizing = try Resizing(
            node, alignsCorners: attributes.bool("align_corners"),
            usesHalfPixels: attributes.bool("half_pixel_centers"), keepsType: false)
        let taps = (rows: CubicTaps(resizing, axis: 1), columns: CubicTaps(resizing, axis: 2))
        let (height, width) = (resizing.output.shape[1], resizing.output.shape[2])
        let channels = resizing.input.shape[3]
        let split = node.split(
            resizing.input.shape[0] * height, cost: 8 * width * max(1, channels))
        // Each task has a row of sums over four input rows.
        let length = resizing.input.shape[2] * channels
        let scratch = try node.scratch(
            byteCount: split.taskCount * length * MemoryLayout<Float>.stride)
        let loop = Loop(
            resizing: resizing, rows: taps.rows, columns: taps.columns, sums: scratch,
            length: length)
        switch resizing.input.elementType {
        case .float32:
            return PreparedLoop(tasks: split.taskCount) {
                loop.run($0, split.range($0), $1, Float.self) { $0 }
            }
        case .uint8:
            return PreparedLoop(tasks: split.taskCount) {
                loop.run($0, split.range($0), $1, UInt8.self) { Float($0) }
            }
        default: throw node.unsupported(resizing.input)
        }
    }

    private struct Loop: Sendable {
        let resizing: Resizing
        let rows: CubicTaps
        let columns: CubicTaps
        let sums: TensorSlot
        /// The number of elements of an input row.
        let length: Int

        /// Computes lines of the output, counted over all images.
        @inline(__always)
        func run<Value: BitwiseCopyable>(
            _ task: Int, _ lines: Range<Int>, _ memory: borrowing TensorMemory, _: Value.Type,
            _ float: (Value) -> Float
        ) {
            let channels = resizing.input.shape[3]
            let source = memory.elements(resizing.input.slot, as: Value.self)
            let target = memory.elements(resizing.output.slot, as: Float.self)
            let sums = memory.elements(sums, as: Float.self) + task * length
            let (height, width) = (resizing.output.shape[1], resizing.output.shape[2])
            for line in lines {
                let (image, y) = line.quotientAndRemainder(dividingBy: height)
                sums.update(repeating: 0, count: length)
                for tap in 0..<4 {
                    let weight = rows.weights[y][tap]
                    let row =
                        source + (image * resizing.input.shape[1] + rows.places[y][tap]) * length
                    for i in 0..<length { sums[i] += weight * float(row[i]) }
                }
                for x in 0..<width {
                    let (weights, places) = (columns.weights[x], columns.places[x])
                    let pixel = target + (line * width + x) * channels
                    for c in 0..<channels {
                        var sum: Float = 0
                        for tap in 0..<4 { sum += weights[tap] * sums[places[tap] * channels + c] }
                        pixel[c] = sum
                    }
                }
            }
        }
    }
}

/// The four neighbors of each position of a new axis, and their weights.
private struct CubicTaps: Sendable {
    let places: [SIMD4<Int>]
    let weights: [SIMD4<Float>]

    /// Distances are rounded to this fraction of a pixel, as in TensorFlow.
    private static let steps: Float = 1024

    /// Computes the taps along an axis.
    ///
    /// With half pixels, neighbors outside of the image have no weight. Without, they are the
    /// pixels at the edge, and the function is another one.
    init(_ resizing: Resizing, axis: Int) {
        let (size, scale) = (resizing.input.shape[axis], resizing.scale(axis: axis))
        let usesHalfPixels = resizing.usesHalfPixels
        let slope: Float = usesHalfPixels ? -0.5 : -0.75
        var (places, weights): ([SIMD4<Int>], [SIMD4<Float>]) = ([], [])
        for index in 0..<resizing.output.shape[axis] {
            let position =
                usesHalfPixels ? (Float(index) + 0.5) * scale - 0.5 : Float(index) * scale
            let first = position.rounded(.down)
            let fraction =
                ((position - first) * Self.steps).rounded(.toNearestOrEven) / Self.steps
            let distances = SIMD4(1 + fraction, fraction, 1 - fraction, 2 - fraction)
            var (place, weight) = (SIMD4<Int>.zero, SIMD4<Float>.zero)
            for tap in 0..<4 {
                let neighbor = Int(first) - 1 + tap
                place[tap] = min(max(0, neighbor), size - 1)
                let isOutside = place[tap] != neighbor
                weight[tap] = isOutside && usesHalfPixels ? 0 : Self.weight(distances[tap], slope)
            }
            places.append(place)
            weights.append(usesHalfPixels ? weight / weight.sum() : weight)
        }
        (self.places, self.weights) = (places, weights)
    }

    /// The weight of a pixel at a distance of 0 to 2.
    private static func weight(_ x: Float, _ slope: Float) -> Float {
        x <= 1
            ? ((slope + 2) * x - (slope + 3)) * x * x + 1
            : ((slope * x - 5 * slope) * x + 8 * slope) * x - 4 * slope
    }
}
