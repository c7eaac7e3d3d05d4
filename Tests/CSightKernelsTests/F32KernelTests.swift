import CSightKernels
import ModelFixtures
import Testing

/// Compares both float families with simple loops.
@Suite struct F32KernelTests {
    static var igemms: [sight_f32_igemm_kernel] {
        var count = 0
        let first = sight_f32_igemm_kernels(&count)
        return runnable(first, count: count, tier: \.tier)
    }
    /// The kernels of bfloat16: the reference, and others if the processor has them.
    static var roundedIgemms: [sight_f32_igemm_kernel] {
        var count = 0
        let first = sight_bf16_igemm_kernels(&count)
        return runnable(first, count: sight_bf16_igemm_available() ? count : 1, tier: \.tier)
    }
    static var dwconvs: [sight_f32_dwconv_kernel] {
        var count = 0
        let first = sight_f32_dwconv_kernels(&count)
        return runnable(first, count: count, tier: \.tier)
    }

    /// The inputs, weights and offsets for `taps` runs of `run` floats.
    private struct Case {
        let input: [Float], weights: [Float], biases: [Float], padding: [Float]
        let offsets: [Int32]

        init(rows: Int, taps: Int, run: Int, weights count: Int, columns: Int, seed: UInt64) {
            var generator = SeededGenerator(seed: seed)
            func floats(_ count: Int) -> [Float] {
                (0..<count).map { _ in .random(in: -1...1, using: &generator) }
            }
            input = floats((rows + 2) * run + 16)
            weights = floats(count)
            biases = floats(columns)
            padding = [Float](repeating: 0, count: run + 16)
            offsets = (0..<rows * taps).map { _ in
                .random(in: -1..<Int32(rows + 2), using: &generator) * Int32(run) * 4
            }
        }

        /// Calls `body` with the case's window.
        func withWindow(taps: Int, _ body: (sight_window) -> Void) {
            input.withUnsafeBytes { input in
                offsets.withUnsafeBufferPointer { offsets in
                    padding.withUnsafeBytes { padding in
                        body(
                            sight_window(
                                input: input.baseAddress, offsets: offsets.baseAddress,
                                padding: padding.baseAddress, taps: taps, row_bytes: 0, line: 0))
                    }
                }
            }
        }

        func value(row: Int, tap: Int, taps: Int, _ k: Int) -> Double {
            let offset = Int(offsets[row * taps + tap])
            return offset < 0 ? 0 : Double(input[offset / 4 + k])
        }
    }

    private func clamp(_ value: Double) -> Float { Float(min(max(value, -0.75), 0.75)) }

    @Test("indirect products", arguments: 0..<igemms.count)
    func igemm(index: Int) {
        compare(
            Self.igemms[index], packedBytes: sight_f32_igemm_packed_bytes, sight_f32_igemm_pack,
            rounded: { $0 })
    }

    @Test("indirect products of bfloat16", arguments: 0..<roundedIgemms.count)
    func roundedIgemm(index: Int) {
        compare(
            Self.roundedIgemms[index], packedBytes: sight_bf16_igemm_packed_bytes,
            sight_bf16_igemm_pack, rounded: bfloat16)
    }

    /// Rounds a number to 8 significant bits, to nearest, ties to even.
    private func bfloat16(_ value: Double) -> Double {
        let step = value.binade * 0x1p-7
        return value == 0 ? 0 : (value / step).rounded(.toNearestOrEven) * step
    }

    /// Compares a kernel with sums of products whose operands are rounded by `rounded`.
    private func compare(
        _ kernel: sight_f32_igemm_kernel, packedBytes: (Int, Int, Int) -> Int,
        _ pack: (
            Int, Int, Int, UnsafePointer<Float>?, UnsafePointer<Float>?, UnsafeMutableRawPointer?
        )
            -> Void, rounded: (Double) -> Double
    ) {
        let sizes = [
            (0, 5, 1, 4), (1, 1, 1, 1), (5, 15, 1, 3), (6, 16, 2, 4), (7, 17, 3, 5), (8, 31, 1, 64),
            (9, 32, 9, 3), (12, 33, 1, 65), (15, 50, 2, 130), (13, 20, 9, 151),
            (8, 1, 1, 16), (21, 2, 1, 96), (18, 3, 9, 24), (11, 4, 2, 32), (9, 1, 11, 96),
            (7, 20, 1, 24), (25, 24, 2, 5), (2, 2, 1, 1024), (13, 40, 3, 7),
        ]
        for (rows, columns, taps, depth) in sizes {
            let test = Case(
                rows: rows, taps: taps, run: depth, weights: columns * taps * depth,
                columns: columns, seed: UInt64(rows))
            var packed = [Float](
                repeating: 0, count: packedBytes(taps, depth, columns) / 4)
            pack(taps, depth, columns, test.weights, test.biases, &packed)
            let stride = columns + 1
            var output = [Float](repeating: 77, count: rows * stride + 1)
            test.withWindow(taps: taps) { window in
                packed.withUnsafeBytes { packed in
                    output.withUnsafeMutableBytes { output in
                        var job = sight_f32_igemm_job(
                            window: window, depth: depth, packed: packed.baseAddress,
                            output: output.baseAddress, addend: nil, addend_columns: 0,
                            output_stride: stride * 4, addend_stride: 0,
                            minimum: -0.75, maximum: 0.75)
                        kernel.run(
                            &job, sight_block(row: 0, rows: rows, column: 0, columns: columns))
                    }
                }
            }
            // n rounded sums of terms under 1: n · 2^-24 · n at worst, far less on average.
            let tolerance = Float(taps * depth + 1) * 0x1p-21
            for row in 0..<rows {
                for column in 0..<columns {
                    var sum = Double(test.biases[column])
                    for tap in 0..<taps {
                        for k in 0..<depth {
                            sum +=
                                rounded(test.value(row: row, tap: tap, taps: taps, k))
                                * rounded(
                                    Double(test.weights[(column * taps + tap) * depth + k]))
                        }
                    }
                    #expect(abs(output[row * stride + column] - clamp(sum)) <= tolerance)
                }
                #expect(output[row * stride + columns] == 77)
            }
        }
    }

    @Test("depthwise", arguments: 0..<dwconvs.count)
    func dwconv(index: Int) {
        let kernel = Self.dwconvs[index]
        let sizes: [(Int, SlidingFilter.Axis, SlidingFilter.Axis)] = [
            (1, .init(input: 1, kernel: 1), .init(input: 1, kernel: 1)),
            (15, .init(input: 3, kernel: 3, padding: 1), .init(input: 21, kernel: 3, padding: 1)),
            (16, .init(input: 5, kernel: 2, stride: 2), .init(input: 9, kernel: 2, dilation: 3)),
            (17, .init(input: 4, kernel: 5, padding: 2), .init(input: 4, kernel: 5, padding: 2)),
            (40, .init(input: 4, kernel: 3), .init(input: 30, kernel: 3, stride: 2, padding: 2)),
            (8, .init(input: 5, kernel: 3, padding: 1), .init(input: 31, kernel: 3, padding: 1)),
            (24, .init(input: 6, kernel: 5, padding: 2), .init(input: 28, kernel: 5, padding: 2)),
            (5, .init(input: 3, kernel: 3, stride: 2), .init(input: 41, kernel: 3, stride: 2)),
        ]
        for (channels, height, width) in sizes {
            let filter = SlidingFilter(height: height, width: width)
            let (rows, taps) = (filter.pixelCount, height.kernel * width.kernel)
            let test = Case(
                rows: height.input * width.input, taps: 0, run: channels,
                weights: taps * channels, columns: channels, seed: UInt64(channels))
            var packed = [Float](
                repeating: 0, count: sight_f32_dwconv_packed_bytes(taps, channels) / 4)
            sight_f32_dwconv_pack(taps, channels, test.weights, test.biases, &packed)
            let stride = channels + 1
            var output = [Float](repeating: 77, count: rows * stride + 1)
            test.withWindow(taps: taps) { window in
                packed.withUnsafeBytes { packed in
                    output.withUnsafeMutableBytes { output in
                        let image = filter.image(
                            window.input, window.padding, pixelBytes: channels * 4)
                        var job = sight_f32_dwconv_job(
                            image: image, packed: packed.baseAddress, output: output.baseAddress,
                            output_stride: stride * 4, minimum: -0.75, maximum: 0.75)
                        kernel.run(
                            &job, sight_block(row: 0, rows: rows, column: 0, columns: channels))
                    }
                }
            }
            for row in 0..<rows {
                for channel in 0..<channels {
                    var sum = Double(test.biases[channel])
                    for tap in 0..<taps {
                        guard let pixel = filter.pixel(row, tap) else { continue }
                        sum +=
                            Double(test.input[pixel * channels + channel])
                            * Double(test.weights[tap * channels + channel])
                    }
                    // At most 26 terms under 1.
                    #expect(abs(output[row * stride + channel] - clamp(sum)) <= 0x1p-18)
                }
                #expect(output[row * stride + channels] == 77)
            }
        }
    }
}
