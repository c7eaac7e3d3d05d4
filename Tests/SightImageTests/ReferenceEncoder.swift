import SightGeometry
import SightImage

/// A simple twin of the fused pass: pixel by pixel, in double precision.
struct ReferenceEncoder {
    let buffer: ImageBuffer
    let encoding: InputEncoding
    let transform: ImageTransform

    /// Computes the elements `[H, W, C]` before rounding.
    func encode() -> [Double] {
        let (width, height) = (
            Int(transform.inputSize.width), Int(transform.inputSize.height)
        )
        var elements: [Double] = []
        for y in 0..<height {
            for x in 0..<width {
                let color = color(Double(x), Double(y))
                if encoding.channels == 1 {
                    let luma = 0.299 * color.x + 0.587 * color.y + 0.114 * color.z
                    elements.append(
                        luma * Double(encoding.scale.x) + Double(encoding.offset.x))
                } else {
                    let order = encoding.channelOrder == .rgb ? [0, 1, 2] : [2, 1, 0]
                    for channel in order {
                        elements.append(
                            color[channel] * Double(encoding.scale[channel])
                                + Double(encoding.offset[channel]))
                    }
                }
            }
        }
        return elements
    }

    /// The color of one destination pixel, 0…255: the mean of its samples.
    private func color(_ x: Double, _ y: Double) -> SIMD3<Double> {
        let (content, region) = (transform.content, transform.region)
        guard x + 0.5 >= Double(content.minX), x + 0.5 < Double(content.maxX),
            y + 0.5 >= Double(content.minY), y + 0.5 < Double(content.maxY)
        else { return SIMD3(encoding.padding) }
        let stored = transform.orientation.upright(buffer.size)
        let upright = transform.uprightSize
        let across = samples(
            Double(region.width) / Double(content.width) * Double(stored.width)
                / Double(upright.width))
        let down = samples(
            Double(region.height) / Double(content.height) * Double(stored.height)
                / Double(upright.height))
        var sum = SIMD3<Double>.zero
        for j in 0..<down {
            for i in 0..<across {
                sum += sample(
                    x + (Double(i) + 0.5) / Double(across) - 0.5,
                    y + (Double(j) + 0.5) / Double(down) - 0.5)
            }
        }
        return sum / Double(across * down)
    }

    /// One sample for three of the buffer's pixels; one for MediaPipe's rule.
    private func samples(_ pixels: Double) -> Int {
        encoding.sampling == .corner ? 1 : max(1, Int((pixels / 3).rounded()))
    }

    /// The color at a place of the destination; 0 is the center of the first pixel.
    private func sample(_ x: Double, _ y: Double) -> SIMD3<Double> {
        let (content, region) = (transform.content, transform.region)
        let half = encoding.sampling == .halfPixel ? 0.5 : 0
        let u =
            Double(region.x) + (x + half - Double(content.x)) * Double(region.width)
            / Double(content.width) - half
        let v =
            Double(region.y) + (y + half - Double(content.y)) * Double(region.height)
            / Double(content.height) - half
        let (W, H) = (Double(transform.sourceSize.width), Double(transform.sourceSize.height))
        let source: SIMD2<Double> =
            switch transform.orientation {
            case .up: SIMD2(u, v)
            case .upMirrored: SIMD2(W - 1 - u, v)
            case .down: SIMD2(W - 1 - u, H - 1 - v)
            case .downMirrored: SIMD2(u, H - 1 - v)
            case .leftMirrored: SIMD2(v, u)
            case .right: SIMD2(v, H - 1 - u)
            case .rightMirrored: SIMD2(W - 1 - v, H - 1 - u)
            case .left: SIMD2(W - 1 - v, u)
            }
        return bilinear(
            (source.x + half) * Double(buffer.width) / W - half,
            (source.y + half) * Double(buffer.height) / H - half)
    }

    /// The mean of the four stored pixels around a position; 0 is the center of the first pixel.
    func bilinear(_ x: Double, _ y: Double) -> SIMD3<Double> {
        let x = min(max(x, 0), Double(buffer.width - 1))
        let y = min(max(y, 0), Double(buffer.height - 1))
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (a, b) = (x - left, y - top)
        let upper = pixel(Int(left), Int(top)) * (1 - a) + pixel(Int(left) + 1, Int(top)) * a
        let lower =
            pixel(Int(left), Int(top) + 1) * (1 - a) + pixel(Int(left) + 1, Int(top) + 1) * a
        return upper * (1 - b) + lower * b
    }

    /// One stored pixel as red, green, blue.
    func pixel(_ x: Int, _ y: Int) -> SIMD3<Double> {
        let (x, y) = (min(x, buffer.width - 1), min(y, buffer.height - 1))
        let plane = buffer.planes[0]
        func byte(_ offset: Int) -> Double { Double(plane.bytes[y * plane.rowBytes + offset]) }
        switch buffer.format {
        case .rgb8: return SIMD3(byte(3 * x), byte(3 * x + 1), byte(3 * x + 2))
        case .rgba8: return SIMD3(byte(4 * x), byte(4 * x + 1), byte(4 * x + 2))
        case .bgra8: return SIMD3(byte(4 * x + 2), byte(4 * x + 1), byte(4 * x))
        case .gray8: return SIMD3(repeating: byte(x))
        case .nv12(let range):
            let chroma = buffer.planes[1]
            let at = y / 2 * chroma.rowBytes + x / 2 * 2
            return color(
                byte(x), chroma.bytes[at], chroma.bytes[at + 1], YCbCrEncoding(range: range))
        case .i420(let encoding):
            let at = y / 2 * buffer.planes[1].rowBytes + x / 2
            return color(
                byte(x), buffer.planes[1].bytes[at], buffer.planes[2].bytes[at], encoding)
        }
    }

    /// Converts a color with the matrices as printed in their recommendations.
    private func color(
        _ luma: Double, _ cb: UInt8, _ cr: UInt8, _ encoding: YCbCrEncoding
    ) -> SIMD3<Double> {
        let (cb, cr) = (Double(cb) - 128, Double(cr) - 128)
        let color: SIMD3<Double> =
            switch (encoding.matrix, encoding.range) {
            case (.bt601, .video):
                SIMD3(
                    1.164384 * (luma - 16) + 1.596027 * cr,
                    1.164384 * (luma - 16) - 0.391762 * cb - 0.812968 * cr,
                    1.164384 * (luma - 16) + 2.017232 * cb)
            case (.bt601, .full):
                SIMD3(
                    luma + 1.402 * cr, luma - 0.344136 * cb - 0.714136 * cr, luma + 1.772 * cb)
            case (.bt709, .video):
                SIMD3(
                    1.164384 * (luma - 16) + 1.792741 * cr,
                    1.164384 * (luma - 16) - 0.213249 * cb - 0.532909 * cr,
                    1.164384 * (luma - 16) + 2.112402 * cb)
            case (.bt709, .full):
                SIMD3(
                    luma + 1.5748 * cr, luma - 0.187324 * cb - 0.468124 * cr,
                    luma + 1.8556 * cb)
            case (.bt2020, _): SIMD3(repeating: Double.nan)
            }
        return color.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
    }
}
