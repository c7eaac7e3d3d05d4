/// A frame's grey levels at halving sizes, for following points.
///
/// Level 0 is the plane averaged over square blocks of pixels, so that its long side is at most
/// `longestSide`; every further level halves the one before. Levels lie one after the other in one
/// array; each has a border of `margin` repeated pixels on every side, so that windows near the edge
/// need no checks.
///
/// Places are continuous: pixel `i` covers `i ..< i + 1`. So a place in a level is the place in the
/// plane divided by the level's scale.
package struct GreyPyramid: Sendable {
    /// Where a level lies in the array.
    package struct Level: Sendable {
        /// Pixels in a row, without the border.
        package let width: Int
        /// Rows, without the border.
        package let height: Int
        /// Numbers from one row to the next.
        package let stride: Int
        /// Position of the pixel in the left top corner.
        package let origin: Int
    }

    /// Level 0 is at most this long.
    package static let longestSide = 480
    /// Levels at most; small pictures have fewer.
    package static let maximumLevels = 3
    /// Repeated pixels around a level.
    package static let margin = 8
    private static let smallestSide = 16

    /// Plane pixels in a row of a block, a power of two.
    package private(set) var block = 1
    /// The levels, the largest first; none before the first plane.
    package private(set) var levels: [Level] = []
    /// The grey values of all levels, in 0…255.
    package private(set) var values: [Float] = []
    private var planeSize = SIMD2(0, 0)
    private var sums: [UInt16] = []

    /// Makes an empty pyramid.
    package init() {}

    /// Whether it was filled from planes of this size.
    func fits(_ plane: LuminancePlane) -> Bool { planeSize == SIMD2(plane.width, plane.height) }

    /// Takes over a plane; memory is kept between planes of one size.
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
        sums = Array(repeating: 0, count: levels[0].width * block)
    }

    /// Leaves the means of the plane's blocks in level 0.
    ///
    /// Sums down a block's rows first, which runs along memory; blocks have at most 256 rows, whose
    /// sum fits 16 bits.
    private mutating func averageBlocks(of plane: LuminancePlane) {
        let (level, block, columns) = (levels[0], block, sums.count)
        // Planes narrower than a block, which are at most 480 times as high as wide.
        let available = min(columns, plane.width)
        let rows = min(block, plane.height)
        let factor = 1 / Float(min(block, plane.width) * rows)
        plane.bytes.withUnsafeBufferPointer { bytes in
            sums.withUnsafeMutableBufferPointer { sums in
                values.withUnsafeMutableBufferPointer { values in
                    guard let bytes = bytes.baseAddress, let sums = sums.baseAddress,
                        let values = values.baseAddress
                    else { return }
                    for y in 0..<level.height {
                        for column in 0..<columns { sums[column] = 0 }
                        for row in 0..<rows {
                            let line = bytes + (y * block + row) * plane.rowBytes
                            for column in 0..<available { sums[column] &+= UInt16(line[column]) }
                        }
                        Self.fold(
                            sums, block, into: values + level.origin + y * level.stride,
                            level.width, factor)
                    }
                }
            }
        }
    }

    /// Adds up neighbours by twos until a block is one number.
    @inline(__always)
    private static func fold(
        _ sums: UnsafeMutablePointer<UInt16>, _ block: Int,
        into target: UnsafeMutablePointer<Float>, _ width: Int, _ factor: Float
    ) {
        var count = width * block
        // A sum of 16 bits holds 16×16 pixels; the blocks of larger planes go on in the target.
        guard block <= 16 else {
            for x in 0..<width {
                var sum: Float = 0
                for column in x * block..<(x + 1) * block { sum += Float(sums[column]) }
                target[x] = sum * factor
            }
            return
        }
        while count > width {
            count /= 2
            for index in 0..<count { sums[index] = sums[2 * index] &+ sums[2 * index + 1] }
        }
        for x in 0..<width { target[x] = Float(sums[x]) * factor }
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
