/// The gray values of a frame at several sizes, each half of the previous size, to follow points.
///
/// Level 0 is the plane averaged over square blocks of pixels, so that its long side is at most
/// `longestSide`; every further level halves the one before. Levels lie one after the other in one
/// array; each has a border of `margin` repeated pixels on every side, so that windows near the
/// edge need no checks.
///
/// Places are continuous: pixel `i` covers `i ..< i + 1`. A place in a level is therefore the place
/// in the plane divided by the level's scale.
package struct GrayPyramid: Sendable {
    /// The layout of a level in the array.
    package struct Level: Sendable {
        /// The number of pixels in a row, without the border.
        package let width: Int
        /// The number of rows, without the border.
        package let height: Int
        /// The number of values from the start of one row to the start of the next.
        package let stride: Int
        /// The index of the pixel in the top-left corner.
        package let origin: Int
    }

    /// The largest width and height of level 0.
    package static let longestSide = 480
    /// The largest number of levels; small images have fewer.
    package static let maximumLevels = 3
    /// The number of repeated pixels on each side of a level.
    package static let margin = 8
    private static let smallestSide = 16

    /// The number of the plane's pixels in a row of a block, a power of two.
    package private(set) var block = 1
    /// The levels, the largest first; none before the first plane.
    package private(set) var levels: [Level] = []
    /// The gray values of all levels, in 0…255.
    package private(set) var values: [Float] = []
    private var planeSize = SIMD2(0, 0)

    /// Creates an empty pyramid.
    package init() {}

    /// Whether the pyramid was filled from planes of this size.
    func fits(_ plane: LuminancePlane) -> Bool { planeSize == SIMD2(plane.width, plane.height) }

    /// Computes the levels of a plane; the memory is reused for planes of one size.
    package mutating func fill(from plane: LuminancePlane) {
        if !fits(plane) { arrange(for: plane) }
        averageBlocks(of: plane)
        values.withUnsafeMutableBufferPointer { values in
            guard let start = values.baseAddress else { return }
            for (index, level) in levels.enumerated() {
                if index > 0 { Self.halve(levels[index - 1], into: level, start) }
                Self.extend(level, start)
            }
        }
    }

    private mutating func arrange(for plane: LuminancePlane) {
        planeSize = SIMD2(plane.width, plane.height)
        block = 1
        while max(plane.width, plane.height) > block * Self.longestSide { block *= 2 }
        levels = []
        var size = SIMD2(max(1, plane.width / block), max(1, plane.height / block))
        var end = 0
        while levels.count < Self.maximumLevels, levels.isEmpty || size.min() >= Self.smallestSide {
            let stride = size.x + 2 * Self.margin
            levels.append(
                Level(
                    width: size.x, height: size.y, stride: stride,
                    origin: end + Self.margin * stride + Self.margin))
            end += stride * (size.y + 2 * Self.margin)
            size = SIMD2(size.x / 2, size.y / 2)
        }
        values = Array(repeating: 0, count: end)
    }

    /// Computes level 0, the means of the plane's blocks.
    ///
    /// Of large blocks, only two rows are read, because reading the plane is most of the work.
    private mutating func averageBlocks(of plane: LuminancePlane) {
        let (level, block) = (levels[0], block)
        // Planes narrower than a block are at most 480 times as high as wide.
        let columns = min(block, plane.width)
        let rows = Self.sampledRows(of: block, height: plane.height)
        let factor = 1 / Float(columns * rows.count)
        let isRead: Void? = plane.withPixels { pixels in
            values.withUnsafeMutableBufferPointer { values in
                guard let start = values.baseAddress else { return }
                let target = start + level.origin
                let (upper, lower) = (rows[0], rows[rows.count - 1])
                // Frames that are stored on their side are read along their stored rows, too.
                let across = plane.steps.across
                let isOnItsSide = abs(across) > abs(plane.steps.down)
                for outer in 0..<(isOnItsSide ? level.width : level.height) {
                    var inner = 0
                    if across == 1, block == 4, rows.count == 2 {
                        let line = pixels + plane.steps.offset(0, outer * block)
                        inner = Self.averageFours(
                            line + upper * plane.steps.down, line + lower * plane.steps.down,
                            into: target + outer * level.stride, level.width)
                    }
                    for inner in inner..<(isOnItsSide ? level.height : level.width) {
                        let (x, y) = isOnItsSide ? (outer, inner) : (inner, outer)
                        let above = pixels + plane.steps.offset(x * block, y * block + upper)
                        let below = pixels + plane.steps.offset(x * block, y * block + lower)
                        var sum = 0
                        for column in 0..<columns {
                            sum += Int(above[column * across])
                            if rows.count == 2 { sum += Int(below[column * across]) }
                        }
                        target[y * level.stride + x] = Float(sum) * factor
                    }
                }
            }
        }
        if isRead == nil { values = Array(repeating: 0, count: values.count) }
    }

    /// Returns the one or two rows of a block that are read.
    package static func sampledRows(of block: Int, height: Int) -> [Int] {
        guard height >= block else { return Array(0..<height).suffix(2) }
        return block <= 2 ? Array(0..<block) : [block / 4, 3 * block / 4]
    }

    /// Computes means of 2 × 4 pixels, four at once.
    ///
    /// - Returns: the number of means.
    @inline(__always)
    private static func averageFours(
        _ upper: UnsafePointer<UInt8>, _ lower: UnsafePointer<UInt8>,
        into target: UnsafeMutablePointer<Float>, _ width: Int
    ) -> Int {
        var x = 0
        while x + 4 <= width {
            let first = UnsafeRawPointer(upper + 4 * x).loadUnaligned(as: SIMD8<UInt16>.self)
            let second = UnsafeRawPointer(lower + 4 * x).loadUnaligned(as: SIMD8<UInt16>.self)
            // Each number holds several neighbors: single bytes are added first, then pairs of
            // them.
            let bytes = (first & 0xFF) &+ (first &>> 8) &+ (second & 0xFF) &+ (second &>> 8)
            let pairs = unsafeBitCast(bytes, to: SIMD4<UInt32>.self)
            let sums = (pairs & 0xFFFF) &+ (pairs &>> 16)
            let means = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: sums)) * 0.125
            UnsafeMutableRawPointer(target + x).storeBytes(of: means, as: SIMD4<Float>.self)
            x += 4
        }
        return x
    }

    private static func halve(
        _ source: Level, into level: Level, _ values: UnsafeMutablePointer<Float>
    ) {
        for y in 0..<level.height {
            let upper = values + source.origin + 2 * y * source.stride
            let lower = upper + source.stride
            let target = values + level.origin + y * level.stride
            for x in 0..<level.width {
                target[x] =
                    0.25
                    * (upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1])
            }
        }
    }

    /// Repeats the pixels at the edge beyond it.
    private static func extend(_ level: Level, _ values: UnsafeMutablePointer<Float>) {
        for y in 0..<level.height {
            let row = values + level.origin + y * level.stride
            for step in 1...margin {
                row[-step] = row[0]
                row[level.width - 1 + step] = row[level.width - 1]
            }
        }
        let first = values + level.origin - margin
        let last = first + (level.height - 1) * level.stride
        for step in 1...margin {
            (first - step * level.stride).update(from: first, count: level.stride)
            (last + step * level.stride).update(from: last, count: level.stride)
        }
    }
}
