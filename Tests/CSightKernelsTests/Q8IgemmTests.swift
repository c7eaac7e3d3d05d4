import CSightKernels
import ModelFixtures
import Testing

@Suite struct Q8IgemmTests {
    static var kernels: [sight_q8_igemm_kernel] {
        var count = 0
        let first = sight_q8_igemm_kernels(&count)
        return runnable(first, count: count, tier: \.tier)
    }

    /// Numbers of rows, columns, taps and depth around the edges of every tile.
    static let sizes: [(Int, Int, Int, Int)] = [
        (0, 5, 1, 4), (1, 1, 1, 1), (3, 15, 1, 3), (4, 16, 2, 4), (5, 17, 3, 5), (6, 31, 1, 64),
        (7, 32, 9, 3), (8, 33, 1, 65), (9, 48, 4, 7), (17, 50, 2, 130), (15, 7, 9, 16),
    ]

    @Test("every kernel agrees with the obvious loops", arguments: 0..<kernels.count)
    func agrees(index: Int) {
        let kernel = Self.kernels[index]
        for (seed, size) in Self.sizes.enumerated() {
            for flavor in QuantizedCase.Flavor.allCases {
                check(kernel, size, flavor, seed: UInt64(seed))
            }
        }
    }

    // Without this test, a kernel that never uses chains would pass all others.
    @Test("small weights are arranged in chains, large ones are not")
    func chains() {
        let (columns, depth) = (40, 64)
        for (magnitude, isArranged) in [(UInt8(20), true), (UInt8(127), false)] {
            let weights = [UInt8](repeating: magnitude, count: columns * depth)
            for kernel in Self.kernels where kernel.order == sight_q8_igemm_chains {
                let count = sight_q8_igemm_packed_bytes(1, depth, columns, kernel.order) / 4
                var packed = [Int32](repeating: 0, count: count)
                var census = [sight_q8_igemm_census](repeating: sight_q8_igemm_census(), count: 3)
                weights.withUnsafeBytes { weights in
                    var description = sight_q8_igemm_weights(
                        taps: 1, depth: depth, columns: columns, order: kernel.order,
                        weights: weights.baseAddress, weight_zero_point: 0,
                        weights_are_signed: true, one_row: false)
                    #expect(sight_q8_igemm_pack(&description, &packed, &census) == 0)
                }
                let expected = isArranged ? sight_q8_igemm_chains : sight_q8_igemm_fours
                #expect(census.allSatisfy { $0.order == expected })
            }
        }
    }

    // The AVX2 kernel adds products in 16 bits if most pairs of weights are small enough. In these
    // layers, those of the first 16 columns, of all columns but the last 7, or of all columns are.
    @Test("small weights in the first columns, large ones after", arguments: 0..<kernels.count)
    func mixedWeights(index: Int) {
        let sizes = [
            (24, 32, 1, 8), (31, 40, 1, 64), (200, 33, 4, 30), (49, 16, 1, 1024), (9, 23, 9, 260),
            (19, 24, 9, 512),
        ]
        for (seed, size) in sizes.enumerated() {
            for flavor in QuantizedCase.Flavor.allCases {
                for small in [16, size.1 - 7, size.1] {
                    check(
                        Self.kernels[index], size, flavor, seed: UInt64(seed), smallColumns: small)
                }
            }
        }
    }

    private func check(
        _ kernel: sight_q8_igemm_kernel, _ size: (Int, Int, Int, Int),
        _ flavor: QuantizedCase.Flavor, seed: UInt64, smallColumns: Int = 0
    ) {
        let (rows, columns, taps, depth) = size
        var generator = SeededGenerator(seed: seed)
        let test = QuantizedCase(flavor, channels: columns, using: &generator)
        let pixels = rows + 2
        // The 64 readable bytes after the end are random, because their values must not matter.
        let input = (0..<pixels * depth + 64).map { _ in test.byte(using: &generator) }
        let weights = (0..<columns * taps * depth).map { index in
            index < smallColumns * taps * depth
                ? test.smallWeight(using: &generator) : test.byte(using: &generator)
        }
        let biases = (0..<columns).map { _ in Int32.random(in: -9999...9999, using: &generator) }
        let offsets = (0..<rows * taps).map { _ in
            Int32.random(in: -1..<Int32(pixels), using: &generator) * Int32(depth)
        }
        let padding = [UInt8](
            repeating: UInt8(truncatingIfNeeded: test.inputZeroPoint), count: depth + 64)
        let stride = columns + 3
        var output = [UInt8](repeating: 77, count: rows * stride + 1)

        var packed = [Int32](
            repeating: 0,
            count: sight_q8_igemm_packed_bytes(taps, depth, columns, kernel.order) / 4 + 16)
        var description = sight_q8_igemm_weights()
        (description.taps, description.depth, description.columns) = (taps, depth, columns)
        description.order = kernel.order
        description.weight_zero_point = test.weightZeroPoint
        description.weights_are_signed = test.isSigned
        let panels = (columns + 15) / 16
        var census = [sight_q8_igemm_census](repeating: sight_q8_igemm_census(), count: panels)
        var parameters = [Int32](
            repeating: 0, count: sight_q8_igemm_parameter_bytes(columns) / 4)
        var channels = sight_q8_igemm_channels()
        channels.columns = columns
        channels.input_zero_point = test.inputZeroPoint
        channels.input_is_signed = test.isSigned
        var job = sight_q8_igemm_job()
        job.depth = depth
        job.input_flip = test.isSigned ? 0x80 : 0
        job.output_stride = stride
        job.requantization = test.output
        weights.withUnsafeBytes { weights in
            biases.withUnsafeBufferPointer { biases in
                test.multipliers.withUnsafeBufferPointer { multipliers in
                    test.lefts.withUnsafeBufferPointer { lefts in
                        test.rights.withUnsafeBufferPointer { rights in
                            description.weights = weights.baseAddress
                            job.weight_offset = sight_q8_igemm_pack(
                                &description, &packed, &census)
                            channels.biases = biases.baseAddress
                            channels.multipliers = multipliers.baseAddress
                            channels.lefts = lefts.baseAddress
                            channels.rights = rights.baseAddress
                            census.withUnsafeBufferPointer { census in
                                channels.census = census.baseAddress
                                sight_q8_igemm_set_parameters(&channels, &parameters)
                            }
                        }
                    }
                }
            }
        }
        input.withUnsafeBytes { input in
            offsets.withUnsafeBufferPointer { offsets in
                padding.withUnsafeBytes { padding in
                    packed.withUnsafeBytes { packed in
                        parameters.withUnsafeBytes { parameters in
                            output.withUnsafeMutableBytes { output in
                                job.window = sight_window(
                                    input: input.baseAddress, offsets: offsets.baseAddress,
                                    padding: padding.baseAddress, taps: taps, row_bytes: 0,
                                    line: 0)
                                job.packed = packed.baseAddress
                                job.parameters = parameters.baseAddress
                                job.output = output.baseAddress
                                let split = columns / 16 / 2 * 16
                                kernel.run(
                                    &job,
                                    sight_block(row: 0, rows: rows, column: 0, columns: split))
                                kernel.run(
                                    &job,
                                    sight_block(
                                        row: 0, rows: rows, column: split,
                                        columns: columns - split))
                            }
                        }
                    }
                }
            }
        }
        var expected = [UInt8](repeating: 77, count: output.count)
        for row in 0..<rows {
            for column in 0..<columns {
                var sum = biases[column]
                for tap in 0..<taps {
                    let offset = Int(offsets[row * taps + tap])
                    for k in 0..<depth where offset >= 0 {
                        let a = test.value(input[offset + k]) - test.inputZeroPoint
                        let w = test.value(weights[(column * taps + tap) * depth + k])
                        sum &+= a * (w - test.weightZeroPoint)
                    }
                }
                expected[row * stride + column] = test.requantize(sum, channel: column)
            }
        }
        #expect(output == expected, "\(String(cString: kernel.name)) \(size) \(flavor) \(seed)")
    }

    @Test("without offsets, rows follow one another")
    func contiguousRows() {
        for kernel in Self.kernels {
            var generator = SeededGenerator(seed: 5)
            let test = QuantizedCase(.int8, channels: 20, using: &generator)
            let (rows, depth) = (11, 6)
            let input = (0..<rows * 8 + 64).map { _ in test.byte(using: &generator) }
            // The parameters are arbitrary: shifts of zero, multipliers and weights of some
            // pattern.
            let packed = [Int32](
                repeating: 0x0102_7F80,
                count: sight_q8_igemm_packed_bytes(1, depth, 20, kernel.order) / 4)
            var parameters = [Int32](
                repeating: 0x0102_7F80, count: sight_q8_igemm_parameter_bytes(20) / 4)
            for index in 32..<64 { parameters[index] = 0 }
            let offsets = (0..<rows).map { Int32($0 * 8) }
            var outputs: [[UInt8]] = []
            for usesOffsets in [false, true] {
                var output = [UInt8](repeating: 0, count: rows * 20)
                var job = sight_q8_igemm_job()
                job.depth = depth
                job.input_flip = 0x80
                job.output_stride = 20
                job.requantization = test.output
                input.withUnsafeBytes { input in
                    offsets.withUnsafeBufferPointer { offsets in
                        packed.withUnsafeBytes { packed in
                            parameters.withUnsafeBytes { parameters in
                                output.withUnsafeMutableBytes { output in
                                    job.window = sight_window(
                                        input: input.baseAddress,
                                        offsets: usesOffsets ? offsets.baseAddress : nil,
                                        padding: nil, taps: 1, row_bytes: 8, line: 0)
                                    job.packed = packed.baseAddress
                                    job.parameters = parameters.baseAddress
                                    job.output = output.baseAddress
                                    kernel.run(
                                        &job,
                                        sight_block(row: 0, rows: rows, column: 0, columns: 16))
                                }
                            }
                        }
                    }
                }
                outputs.append(output)
            }
            #expect(outputs[0] == outputs[1])
        }
    }

    @Test("the best kernel of a tier is at or below it")
    func best() {
        #expect(sight_q8_igemm_best(sight_tier_scalar).pointee.tier == sight_tier_scalar)
        let best = sight_q8_igemm_best(sight_current_tier()).pointee
        #expect(sight_tier_available(best.tier))
    }
}
