import CSightKernels
import Testing

@Suite struct Q8DwconvTests {
    static var kernels: [sight_q8_dwconv_kernel] {
        var count = 0
        let first = sight_q8_dwconv_kernels(&count)
        return Array(UnsafeBufferPointer(start: first, count: count))
    }

    /// rows, channels, taps: around every tile's edges.
    static let sizes: [(Int, Int, Int)] = [
        (0, 5, 1), (1, 1, 1), (2, 31, 3), (3, 32, 4), (2, 33, 5), (3, 64, 9), (4, 48, 9),
        (1, 7, 25), (2, 96, 49), (1, 40, 64),
    ]

    @Test("every kernel agrees with the obvious loops", arguments: 0..<kernels.count)
    func agrees(index: Int) {
        let kernel = Self.kernels[index]
        guard sight_tier_available(kernel.tier) else { return }
        for (seed, size) in Self.sizes.enumerated() {
            for flavour in QuantizedCase.Flavour.allCases {
                check(kernel, size, flavour, seed: UInt64(seed))
            }
        }
    }

    private func check(
        _ kernel: sight_q8_dwconv_kernel, _ size: (Int, Int, Int),
        _ flavour: QuantizedCase.Flavour, seed: UInt64
    ) {
        let (rows, channels, taps) = size
        var generator = SeededGenerator(seed: seed)
        let test = QuantizedCase(flavour, channels: channels, using: &generator)
        let pixels = rows + 2
        let input = (0..<pixels * channels + 64).map { _ in test.byte(using: &generator) }
        let weights = (0..<taps * channels).map { _ in test.byte(using: &generator) }
        let biases = (0..<channels).map { _ in Int32.random(in: -9999...9999, using: &generator) }
        let offsets = (0..<rows * taps).map { _ in
            Int32.random(in: -1..<Int32(pixels), using: &generator) * Int32(channels)
        }
        let padding = [UInt8](
            repeating: UInt8(truncatingIfNeeded: test.inputZeroPoint), count: channels + 64)
        let stride = channels + 3
        var output = [UInt8](repeating: 77, count: rows * stride + 1)
        var packed: [Int32] = []
        var job = sight_q8_dwconv_job()
        weights.withUnsafeBytes { weights in
            biases.withUnsafeBufferPointer { biases in
                test.multipliers.withUnsafeBufferPointer { multipliers in
                    test.lefts.withUnsafeBufferPointer { lefts in
                        test.rights.withUnsafeBufferPointer { rights in
                            var description = sight_q8_dwconv_weights(
                                taps: taps, channels: channels, weights: weights.baseAddress,
                                biases: biases.baseAddress, multipliers: multipliers.baseAddress,
                                lefts: lefts.baseAddress, rights: rights.baseAddress,
                                input_zero_point: test.inputZeroPoint,
                                weight_zero_point: test.weightZeroPoint,
                                input_is_signed: test.isSigned, weights_are_signed: test.isSigned)
                            job.passes = sight_q8_dwconv_passes(&description)
                            let bytes = sight_q8_dwconv_packed_bytes(taps, channels, job.passes)
                            packed = [Int32](repeating: 0, count: bytes / 4)
                            sight_q8_dwconv_pack(&description, job.passes, &packed)
                        }
                    }
                }
            }
        }
        job.input_flip = test.isSigned ? 0x80 : 0
        job.output_flip = job.input_flip
        job.output_stride = stride
        job.requantization = test.output
        input.withUnsafeBytes { input in
            offsets.withUnsafeBufferPointer { offsets in
                padding.withUnsafeBytes { padding in
                    packed.withUnsafeBytes { packed in
                        output.withUnsafeMutableBytes { output in
                            job.window = sight_window(
                                input: input.baseAddress, offsets: offsets.baseAddress,
                                padding: padding.baseAddress, taps: taps, row_bytes: 0)
                            job.packed = packed.baseAddress
                            job.output = output.baseAddress
                            let split = channels / 64 * 32
                            kernel.run(
                                &job, sight_block(row: 0, rows: rows, column: 0, columns: split))
                            kernel.run(
                                &job,
                                sight_block(
                                    row: 0, rows: rows, column: split, columns: channels - split))
                        }
                    }
                }
            }
        }
        var expected = [UInt8](repeating: 77, count: output.count)
        for row in 0..<rows {
            for channel in 0..<channels {
                var sum = biases[channel]
                for tap in 0..<taps {
                    let offset = Int(offsets[row * taps + tap])
                    guard offset >= 0 else { continue }
                    let a = test.value(input[offset + channel]) - test.inputZeroPoint
                    let w = test.value(weights[tap * channels + channel]) - test.weightZeroPoint
                    sum &+= a * w
                }
                expected[row * stride + channel] = test.requantize(sum, channel: channel)
            }
        }
        #expect(output == expected, "\(String(cString: kernel.name)) \(size) \(flavour) \(seed)")
    }

    @Test("more taps than vector kernels take go to the reference")
    func manyTaps() {
        let best = sight_q8_dwconv_best(sight_current_tier(), 65).pointee
        #expect(best.tier == sight_tier_scalar)
    }
}
