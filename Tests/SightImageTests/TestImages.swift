import ModelFixtures
import SightImage

/// Deterministic images of every format.
enum TestImages {
    static let formats: [PixelFormat] = [
        .rgb8, .rgba8, .bgra8, .gray8, .nv12(.video), .nv12(.full), .i420(YCbCrEncoding()),
        .i420(YCbCrEncoding(matrix: .bt709, range: .full)),
    ]

    /// Noise, with a few bytes of gap after each row; the last row ends with its last pixel.
    static func noise(
        _ format: PixelFormat, _ width: Int, _ height: Int, gap: Int = 5
    ) throws -> ImageBuffer {
        var generator = SeededGenerator(seed: UInt64(width * 31 + height))
        func plane(_ rowWidth: Int, _ rows: Int) -> [UInt8] {
            (0..<(rowWidth + gap) * (rows - 1) + rowWidth).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
        }
        if case .nv12(let range) = format {
            let pairs = (width + 1) / 2 * 2
            return try ImageBuffer(
                width: width, height: height, range: range, luma: plane(width, height),
                lumaRowBytes: width + gap, chroma: plane(pairs, (height + 1) / 2),
                chromaRowBytes: pairs + gap)
        }
        if case .i420(let encoding) = format {
            let (half, rows) = ((width + 1) / 2, (height + 1) / 2)
            return try ImageBuffer(
                width: width, height: height, encoding: encoding, luma: plane(width, height),
                lumaRowBytes: width + gap, cb: plane(half, rows), cr: plane(half, rows),
                chromaRowBytes: half + gap)
        }
        let bytes =
            switch format {
            case .rgb8: 3
            case .gray8: 1
            default: 4
            }
        return try ImageBuffer(
            width: width, height: height, format: format, rowBytes: width * bytes + gap,
            bytes: plane(width * bytes, height))
    }
}
