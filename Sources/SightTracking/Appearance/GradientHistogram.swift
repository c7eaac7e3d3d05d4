/// Histograms of oriented gradients of a small gray patch, which hardly depend on its brightness.
///
/// A patch of `4·rows × 4·columns` pixels has `rows × columns` cells of 4×4 pixels. Each cell has
/// 18 channels for directions, 9 for orientations without sign and 4 for texture. The layout is
/// channel by channel, row by row: `[31, rows, columns]`.
///
/// - Source: Felzenszwalb et al., "Object Detection with Discriminatively Trained Part-Based
///   Models", 2010, section 6.
struct GradientHistogram: Sendable {
    static let cell = 4
    static let directions = 18
    static let channels = 31
    private static let truncation: Float = 0.2

    let rows: Int
    let columns: Int
    private var votes: [Float]
    private var energy: [Float]

    init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
        // One more cell on every side takes the votes that fall beyond the edge.
        votes = Array(repeating: 0, count: (rows + 2) * (columns + 2) * Self.directions)
        energy = Array(repeating: 0, count: (rows + 2) * (columns + 2))
    }

    /// The number of pixels of a patch.
    var pixelCount: Int { rows * columns * Self.cell * Self.cell }
    /// The number of features of a patch.
    var count: Int { rows * columns * Self.channels }

    /// Computes the features of a patch.
    ///
    /// - Parameters:
    ///   - patch: `4·rows × 4·columns` gray values, row by row.
    ///   - features: receives `[31, rows, columns]`.
    mutating func describe(_ patch: [Float], into features: inout [Float]) {
        precondition(patch.count >= pixelCount && features.count >= count)
        collect(patch)
        normalize(into: &features)
    }

    /// Distributes each pixel's gradient among the four nearest cells.
    private mutating func collect(_ patch: [Float]) {
        let width = columns * Self.cell
        let height = rows * Self.cell
        let next = (columns + 2) * Self.directions
        var magnitude = [Float](repeating: 0, count: width)
        var direction = [Int32](repeating: 0, count: width)
        votes.withUnsafeMutableBufferPointer { votes in
            votes.update(repeating: 0)
            for y in 0..<height {
                Self.measure(patch, row: y, width, height, &magnitude, &direction)
                let top = (y + Self.cell / 2) / Self.cell * next
                let down = Self.part(y)
                for x in 0..<width {
                    let cell =
                        top + (x + Self.cell / 2) / Self.cell * Self.directions
                        + Int(direction[x])
                    let right = Self.part(x)
                    let lower = magnitude[x] * down
                    let upper = magnitude[x] - lower
                    votes[cell] += upper * (1 - right)
                    votes[cell + Self.directions] += upper * right
                    votes[cell + next] += lower * (1 - right)
                    votes[cell + next + Self.directions] += lower * right
                }
            }
        }
    }

    /// Returns the position of a pixel between the middles of two cells, as a fraction.
    @inline(__always)
    private static func part(_ pixel: Int) -> Float {
        (Float((pixel + cell / 2) % cell) + 0.5) / Float(cell)
    }

    /// Computes the magnitudes and directions of a row's gradients.
    ///
    /// The angle is a polynomial with an error of at most 0.01 rad; a direction spans 0.35 rad.
    private static func measure(
        _ patch: [Float], row: Int, _ width: Int, _ height: Int, _ magnitude: inout [Float],
        _ direction: inout [Int32]
    ) {
        patch.withUnsafeBufferPointer { patch in
            let here = row * width
            let above = max(row - 1, 0) * width
            let below = min(row + 1, height - 1) * width
            for x in 0..<width {
                let dx = patch[here + min(x + 1, width - 1)] - patch[here + max(x - 1, 0)]
                let dy = patch[below + x] - patch[above + x]
                magnitude[x] = (dx * dx + dy * dy).squareRoot()
                let (across, along) = (abs(dy), abs(dx))
                let slope = min(across, along) / (max(across, along) + 1e-12)
                let square = slope * slope
                var angle =
                    ((-0.0464964749 * square + 0.15931422) * square - 0.327622764) * square * slope
                    + slope
                angle = across > along ? .pi / 2 - angle : angle
                angle = dx < 0 ? .pi - angle : angle
                angle = dy < 0 ? 2 * .pi - angle : angle
                let nearest = Int32(angle * (Float(directions) / (2 * .pi)) + 0.5)
                direction[x] = nearest >= Int32(directions) ? 0 : nearest
            }
        }
    }

    private mutating func normalize(into features: inout [Float]) {
        measureEnergy()
        let stride = columns + 2
        let plane = rows * columns
        for row in 0..<rows {
            for column in 0..<columns {
                let cell = (row + 1) * stride + column + 1
                let norms = SIMD4<Float>(
                    block(cell - stride - 1), block(cell - stride), block(cell - 1), block(cell))
                let factors = 1 / (norms + 1e-4).squareRoot()
                var texture = SIMD4<Float>.zero
                let place = row * columns + column
                for index in 0..<Self.directions {
                    let bounded = pointwiseMin(
                        votes[cell * Self.directions + index] * factors,
                        SIMD4(repeating: Self.truncation))
                    features[index * plane + place] = bounded.sum() * 0.5
                    texture += bounded
                }
                for index in 0..<9 {
                    let both =
                        votes[cell * Self.directions + index]
                        + votes[cell * Self.directions + index + 9]
                    let bounded = pointwiseMin(
                        both * factors, SIMD4(repeating: Self.truncation))
                    features[(Self.directions + index) * plane + place] = bounded.sum() * 0.5
                }
                for lane in 0..<4 {
                    features[(27 + lane) * plane + place] = texture[lane] * 0.2357
                }
            }
        }
    }

    private mutating func measureEnergy() {
        for cell in energy.indices {
            var sum: Float = 0
            for index in 0..<9 {
                let both =
                    votes[cell * Self.directions + index]
                    + votes[cell * Self.directions + index + 9]
                sum += both * both
            }
            energy[cell] = sum
        }
    }

    /// Returns the energy of four cells, of which `cell` is the top-left one.
    @inline(__always)
    private func block(_ cell: Int) -> Float {
        let stride = columns + 2
        return energy[cell] + energy[cell + 1] + energy[cell + stride] + energy[cell + stride + 1]
    }
}
