/// The 8×8 pixels around a point with their gradients, to be compared with another frame.
///
/// The caller provides memory for three times 8 rows: the gray values, their gradients along x, and
/// their gradients along y.
struct FlowWindow {
    typealias Row = PointFlow.Row

    private static let side = PointFlow.side
    private static let count = Float(side * side)

    private let grays: UnsafeMutablePointer<Row>
    private let slopesX: UnsafeMutablePointer<Row>
    private let slopesY: UnsafeMutablePointer<Row>
    // The inverse of [[xx, xy], [xy, yy]], the sums of products of the gradients.
    private var inverse = SIMD3<Float>.zero
    /// The smaller eigenvalue of the matrix of mean products of the gradients.
    private(set) var smallestEigenvalue: Float = 0
    /// The variance of the gray values.
    private(set) var variance: Float = 0

    init(_ memory: UnsafeMutablePointer<Row>) {
        grays = memory
        slopesX = memory + Self.side
        slopesY = memory + 2 * Self.side
    }

    /// Reads the window around a place, which lies in the level or in its border.
    mutating func look(
        at place: SIMD2<Float>, _ level: GrayPyramid.Level, _ values: UnsafePointer<Float>
    ) {
        let (corner, part) = Self.corner(of: place, level, values)
        var above = Self.row(corner - level.stride, level.stride, part)
        var here = Self.row(corner, level.stride, part)
        var (sum, squares, sumX, sumY) = (Row.zero, Row.zero, Row.zero, Row.zero)
        for y in 0..<Self.side {
            let line = corner + y * level.stride
            let below = Self.row(line + level.stride, level.stride, part)
            let right = Self.row(line + 1, level.stride, part)
            let left = Self.row(line - 1, level.stride, part)
            grays[y] = here
            slopesX[y] = (right - left) * 0.5
            slopesY[y] = (below - above) * 0.5
            sum += here
            squares += here * here
            sumX += slopesX[y]
            sumY += slopesY[y]
            (above, here) = (here, below)
        }
        let mean = sum.sum() / Self.count
        variance = squares.sum() / Self.count - mean * mean
        center(sumX.sum() / Self.count, sumY.sum() / Self.count)
    }

    private mutating func center(_ meanX: Float, _ meanY: Float) {
        var (xx, xy, yy) = (Row.zero, Row.zero, Row.zero)
        for y in 0..<Self.side {
            slopesX[y] -= meanX
            slopesY[y] -= meanY
            xx += slopesX[y] * slopesX[y]
            xy += slopesX[y] * slopesY[y]
            yy += slopesY[y] * slopesY[y]
        }
        let (a, b, c) = (xx.sum(), xy.sum(), yy.sum())
        let root = ((a - c) * (a - c) + 4 * b * b).squareRoot()
        smallestEigenvalue = (a + c - root) / (2 * Self.count)
        let determinant = a * c - b * b
        inverse = determinant > 0 ? SIMD3(c, -b, a) / determinant : .zero
    }

    /// Returns the variance of the difference to the window around a place of another frame, and
    /// the step by which the place must move to reduce it.
    @inline(__always)
    func compare(
        with place: SIMD2<Float>, _ level: GrayPyramid.Level, _ values: UnsafePointer<Float>
    ) -> (variance: Float, step: SIMD2<Float>) {
        let (corner, part) = Self.corner(of: place, level, values)
        var (sum, squares, x, y) = (Row.zero, Row.zero, Row.zero, Row.zero)
        for row in 0..<Self.side {
            let difference =
                grays[row] - Self.row(corner + row * level.stride, level.stride, part)
            sum += difference
            squares += difference * difference
            x += difference * slopesX[row]
            y += difference * slopesY[row]
        }
        let mean = sum.sum() / Self.count
        let way = SIMD2(x.sum(), y.sum())
        return (
            squares.sum() / Self.count - mean * mean,
            SIMD2(
                inverse.x * way.x + inverse.y * way.y, inverse.y * way.x + inverse.z * way.y)
        )
    }

    /// Returns the pixel at a window's top-left corner, and the corner's fractional position in it.
    @inline(__always)
    private static func corner(
        of place: SIMD2<Float>, _ level: GrayPyramid.Level, _ values: UnsafePointer<Float>
    ) -> (UnsafePointer<Float>, SIMD2<Float>) {
        let first = place - Float(side / 2)
        let whole = first.rounded(.down)
        return (
            values + (level.origin + Int(whole.y) * level.stride + Int(whole.x)), first - whole
        )
    }

    /// Interpolates a row of eight pixels between four neighbors each.
    @inline(__always)
    private static func row(
        _ pixels: UnsafePointer<Float>, _ stride: Int, _ part: SIMD2<Float>
    ) -> Row {
        let upper = load(pixels) + (load(pixels + 1) - load(pixels)) * part.x
        let next = pixels + stride
        let lower = load(next) + (load(next + 1) - load(next)) * part.x
        return upper + (lower - upper) * part.y
    }

    @inline(__always)
    private static func load(_ pixels: UnsafePointer<Float>) -> Row {
        UnsafeRawPointer(pixels).loadUnaligned(as: Row.self)
    }
}
