import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

@Suite struct Convolution2DTests {
    /// Padding, strides and groups, which together use every layout of windows.
    struct Geometry: CustomStringConvertible, Sendable {
        var height = 5
        var width = 6
        var channels = 4
        var outputs = 8
        var kernel = (height: 3, width: 3)
        var isSame = true
        var stride = 1
        var dilation = 1
        var groups = 1

        var description: String {
            "\(height)×\(width)×\(channels) → \(outputs), \(kernel) same \(isSame) "
                + "/\(stride) dilation \(dilation) groups \(groups)"
        }

        var outputHeight: Int { extent(height, kernel.height) }
        var outputWidth: Int { extent(width, kernel.width) }

        private func extent(_ input: Int, _ kernel: Int) -> Int {
            isSame
                ? (input + stride - 1) / stride : (input - (kernel - 1) * dilation - 1) / stride + 1
        }

        func padding(_ input: Int, _ kernel: Int, _ output: Int) -> Int {
            isSame ? max(0, (output - 1) * stride + (kernel - 1) * dilation + 1 - input) / 2 : 0
        }

        var options: [Int: FlatValue] {
            [
                0: .byte(isSame ? 0 : 1), 1: .int(stride), 2: .int(stride), 3: .byte(0),
                4: .int(dilation), 5: .int(dilation),
            ]
        }

        /// The sums of products by the definition: `value(pixel index)` times `weight(index)`.
        func sums(_ value: (Int) -> Double, _ weight: (Int) -> Double) -> [Double] {
            let (rows, columns) = (outputHeight, outputWidth)
            let top = padding(height, kernel.height, rows)
            let left = padding(width, kernel.width, columns)
            let depth = channels / groups
            var result: [Double] = []
            for y in 0..<rows {
                for x in 0..<columns {
                    for n in 0..<outputs {
                        var sum = 0.0
                        for cell in 0..<kernel.height * kernel.width {
                            let row = y * stride - top + cell / kernel.width * dilation
                            let column = x * stride - left + cell % kernel.width * dilation
                            guard (0..<height).contains(row), (0..<width).contains(column) else {
                                continue
                            }
                            let first = n / (outputs / groups) * depth
                            for k in 0..<depth {
                                sum +=
                                    value((row * width + column) * channels + first + k)
                                    * weight(
                                        (n * kernel.height * kernel.width + cell) * depth + k)
                            }
                        }
                        result.append(sum)
                    }
                }
            }
            return result
        }
    }

    static let geometries = [
        Geometry(), Geometry(isSame: false), Geometry(stride: 2), Geometry(channels: 3, stride: 2),
        Geometry(channels: 3, isSame: false), Geometry(dilation: 2), Geometry(groups: 2),
        Geometry(kernel: (1, 1)), Geometry(kernel: (1, 1), stride: 2),
        Geometry(channels: 1, kernel: (5, 2)), Geometry(channels: 20, outputs: 35),
        Geometry(isSame: false, dilation: 2, groups: 4),
        // One product computes all groups, or a few of them.
        Geometry(channels: 32, outputs: 32, groups: 4),
        Geometry(channels: 18, outputs: 6, groups: 6),
        Geometry(channels: 10, outputs: 30, stride: 2, groups: 10),
        Geometry(channels: 21, outputs: 21, kernel: (1, 1), groups: 7),
        Geometry(channels: 8, outputs: 40, isSame: false, groups: 2),
        // Depthwise kernels compute groups of one input channel.
        Geometry(channels: 24, outputs: 24, groups: 24),
        Geometry(height: 9, width: 8, channels: 33, outputs: 33, kernel: (7, 7), groups: 33),
        Geometry(channels: 6, outputs: 18, stride: 2, groups: 6),
        Geometry(height: 9, width: 13, channels: 24, outputs: 12, dilation: 2, groups: 6),
        // Dilated rows, with strides, more columns than the image and dilation along one axis only.
        Geometry(height: 7, width: 13, channels: 20, outputs: 35, dilation: 2),
        Geometry(height: 9, width: 17, channels: 5, outputs: 33, stride: 2, dilation: 3),
        Geometry(height: 9, width: 17, outputs: 33, isSame: false, stride: 3, dilation: 4),
        Geometry(channels: 20, kernel: (1, 4), dilation: 3), Geometry(dilation: 7),
        // Rows long enough for registers of neighboring pixels.
        Geometry(width: 70, channels: 3, outputs: 3), Geometry(width: 45, outputs: 6, dilation: 2),
        Geometry(width: 81, channels: 5, outputs: 7, kernel: (4, 3), stride: 2),
        // More weights than stay in the cache: three stripes of columns.
        Geometry(height: 5, width: 5, channels: 110, outputs: 150),
    ]

    private static func layer(_ geometry: Geometry, weights: [UInt8]) -> LayerCase {
        LayerCase(
            options: geometry.options,
            input: [1, geometry.height, geometry.width, geometry.channels],
            filter: [
                geometry.outputs, geometry.kernel.height, geometry.kernel.width,
                geometry.channels / geometry.groups,
            ], weights: weights)
    }

    /// Small whole numbers, so that float sums are exact and integers can be compared.
    private static func noise(_ count: Int, _ range: ClosedRange<Int>, seed: Int) -> [Int] {
        (0..<count).map { index in
            let mixed = (UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(seed)) &* 0xBF58_476D
            return range.lowerBound + Int(mixed >> 33) % range.count
        }
    }

    private static func counts(_ geometry: Geometry) -> (input: Int, weights: Int) {
        (
            geometry.height * geometry.width * geometry.channels,
            geometry.outputs * geometry.kernel.height * geometry.kernel.width * geometry.channels
                / geometry.groups
        )
    }

    @Test("floats agree with the definition", arguments: geometries)
    func float(geometry: Geometry) throws {
        let (inputCount, weightCount) = Self.counts(geometry)
        let input = Self.noise(inputCount, -8...8, seed: 1)
        let weights = Self.noise(weightCount, -8...8, seed: 2)
        let bias = Self.noise(geometry.outputs, -8...8, seed: 3)
        var layer = Self.layer(geometry, weights: weights.map(Float.init).littleEndianBytes)
        layer.bias = bias.map(Float.init).littleEndianBytes
        let sums = geometry.sums({ Double(input[$0]) }, { Double(weights[$0]) })
        let expected = sums.enumerated().map { Float($1) + Float(bias[$0 % geometry.outputs]) }
        for threads in [1, 3] {
            let (shape, bytes) = try layer.run(
                input.map(Float.init).littleEndianBytes, threads: threads)
            #expect(
                shape == [1, geometry.outputHeight, geometry.outputWidth, geometry.outputs])
            #expect([Float](bytes: bytes) == expected)  // whole numbers under 2^24: exact
        }
    }

    /// Layers of a pruned network, of which one weight in four is not zero.
    ///
    /// The weights of the first input channel are all zero. A layer that multiplies them makes NaN
    /// of an infinite input, and a layer that skips them does not.
    @Test(
        "sparse weights agree with the definition",
        arguments: [
            Geometry(height: 9, width: 13, channels: 40, outputs: 24, kernel: (1, 1)),
            Geometry(height: 4, width: 4, channels: 33, outputs: 47, kernel: (1, 1)),
            Geometry(height: 6, width: 6, channels: 192, outputs: 9, kernel: (1, 1)),
            Geometry(height: 12, width: 16, channels: 40, outputs: 24, kernel: (1, 1), stride: 2),
        ])
    func sparse(geometry: Geometry) throws {
        let (inputCount, weightCount) = Self.counts(geometry)
        let input = Self.noise(inputCount, -8...8, seed: 1)
        let weights = Self.noise(weightCount, -8...8, seed: 2).enumerated().map {
            $0 % 4 == 1 && $0 % geometry.channels > 0 ? $1 : 0
        }
        let layer = Self.layer(geometry, weights: weights.map(Float.init).littleEndianBytes)
        let expected = geometry.sums({ Double(input[$0]) }, { Double(weights[$0]) }).map(Float.init)
        var image = input.map(Float.init)
        image[0] = .infinity
        for threads in [1, 3] {
            let (_, bytes) = try layer.run(image.littleEndianBytes, threads: threads)
            #expect([Float](bytes: bytes) == expected)
        }
    }

    /// The number 257 has nine significant bits, so bfloat16 rounds it to 256.
    ///
    /// Layers with short runs keep binary32, and so do processors without bfloat16.
    @Test("bfloat16 rounds inputs", arguments: geometries + [Geometry(channels: 16)])
    func bfloat16(geometry: Geometry) throws {
        let (inputCount, weightCount) = Self.counts(geometry)
        let input = [Float](repeating: 257, count: inputCount).littleEndianBytes
        let weights = Self.noise(weightCount, -8...8, seed: 2)
        let layer = Self.layer(geometry, weights: weights.map(Float.init).littleEndianBytes)
        let (rounded, exact) = (
            geometry.sums({ _ in 256 }, { Double(weights[$0]) }).map { Float($0) },
            geometry.sums({ _ in 257 }, { Double(weights[$0]) }).map { Float($0) }
        )
        for threads in [1, 3] {
            let (_, bytes) = try layer.run(input, threads: threads, precision: .bfloat16)
            let result = [Float](bytes: bytes)
            if !FloatPrecision.bfloat16.isAvailable {
                #expect(result == exact)
            } else if geometry.channels / geometry.groups >= 16 {
                #expect(result == rounded)
            } else {
                #expect(result == rounded || result == exact)
            }
        }
    }

    @Test("uint8 agrees with the definition", arguments: geometries)
    func uint8(geometry: Geometry) throws {
        let (inputCount, weightCount) = Self.counts(geometry)
        let input = Self.noise(inputCount, 0...255, seed: 1)
        let weights = Self.noise(weightCount, 0...255, seed: 2)
        var layer = Self.layer(geometry, weights: weights.map { UInt8($0) })
        layer.type = .uint8
        layer.inputQuantization = Quantization(scale: 0.5, zeroPoint: 200)
        layer.filterQuantization = Quantization(scale: 0.25, zeroPoint: 3)
        // A scale of 2^-12: ties are the only rounding, away from zero.
        layer.outputQuantization = Quantization(scale: 512, zeroPoint: 90)
        let sums = geometry.sums({ Double(input[$0] - 200) }, { Double(weights[$0] - 3) })
        let expected = sums.map { sum in
            // Twice, as the reference: to an integer of 2^-1, then by the shift.
            let first = (sum / 2).rounded(.down) + (sum / 2 == (sum / 2).rounded(.down) ? 0 : 1)
            let second = (first / 2048).rounded(.toNearestOrAwayFromZero)
            return UInt8(min(max(second + 90, 0), 255))
        }
        #expect(try layer.run(input.map { UInt8($0) }).bytes == expected)
    }

    /// A layer whose bias has 64 bits rounds its outputs once, and ties go upward.
    ///
    /// A layer whose bias has 32 bits rounds twice: the first rounding divides by two and takes ties
    /// upward, the second one takes them away from zero.
    @Test("int16 agrees with the definition", arguments: geometries)
    func int16(geometry: Geometry) throws {
        let (inputCount, weightCount) = Self.counts(geometry)
        let input = Self.noise(inputCount, -32768...32767, seed: 1).map { Int16($0) }
        let weights = Self.noise(weightCount, -128...127, seed: 2)
        let bias = Self.noise(geometry.outputs, -9999...9999, seed: 3)
        var layer = Self.layer(
            geometry, weights: weights.map { UInt8(bitPattern: Int8($0)) })
        (layer.type, layer.filterType) = (.int16, .int8)
        layer.inputQuantization = Quantization(scale: 1, zeroPoint: 0)
        layer.filterQuantization = Quantization(
            scales: (0..<geometry.outputs).map { 1 / Float(1 << ($0 % 3)) },
            zeroPoints: [Int](repeating: 0, count: geometry.outputs), axis: 0)
        layer.outputQuantization = Quantization(scale: 1024, zeroPoint: 0)
        layer.biasCount = geometry.outputs
        let sums = geometry.sums({ Double(input[$0]) }, { Double(weights[$0]) })
        for isLong in [true, false] {
            layer.biasType = isLong ? .int64 : .int32
            layer.bias = bias.flatMap {
                isLong ? Int64($0).littleEndianBytes : Int32($0).littleEndianBytes
            }
            let expected = sums.enumerated().map { index, sum in
                let channel = index % geometry.outputs
                let divisor = Double(1024 << (channel % 3))
                let biased = sum + Double(bias[channel])
                let scaled =
                    isLong
                    ? (biased / divisor + 0.5).rounded(.down)
                    : ((biased / 2).rounded(.up) / (divisor / 2)).rounded(.toNearestOrAwayFromZero)
                return Int16(min(max(scaled, -32768), 32767))
            }
            for threads in [1, 3] {
                let bytes = try layer.run(input.flatMap(\.littleEndianBytes), threads: threads)
                    .bytes
                #expect([Int16](bytes: bytes) == expected, "bias of 64 bits: \(isLong)")
            }
        }
    }

    @Test("int8 with a scale for each channel agrees with the definition", arguments: geometries)
    func int8(geometry: Geometry) throws {
        let (inputCount, weightCount) = Self.counts(geometry)
        let input = Self.noise(inputCount, -128...127, seed: 1)
        let weights = Self.noise(weightCount, -127...127, seed: 2)
        var layer = Self.layer(
            geometry, weights: weights.map { UInt8(bitPattern: Int8($0)) })
        layer.type = .int8
        layer.inputQuantization = Quantization(scale: 1, zeroPoint: -5)
        layer.filterQuantization = Quantization(
            scales: (0..<geometry.outputs).map { 1 / Float(1 << ($0 % 3)) },
            zeroPoints: [Int](repeating: 0, count: geometry.outputs), axis: 0)
        layer.outputQuantization = Quantization(scale: 1024, zeroPoint: 7)
        let sums = geometry.sums({ Double(input[$0] + 5) }, { Double(weights[$0]) })
        let expected = sums.enumerated().map { index, sum in
            let first = (sum / 2).rounded(.up)
            let shift = Double(512 << (index % geometry.outputs % 3))
            let second = (first / shift).rounded(.toNearestOrAwayFromZero)
            return UInt8(bitPattern: Int8(min(max(second + 7, -128), 127)))
        }
        #expect(
            try layer.run(input.map { UInt8(bitPattern: Int8($0)) }, threads: 2).bytes == expected)
    }

    @Test("float inputs with an int8 filter are quantized first")
    func hybrid() throws {
        var layer = LayerCase(
            options: [0: .byte(1), 1: .int(1), 2: .int(1)], input: [1, 1, 2, 2],
            filter: [1, 1, 1, 2], weights: [2, 3])
        layer.filterType = .int8
        layer.filterQuantization = Quantization(scale: 0.5, zeroPoint: 0)
        // The scale is 127 / 127: inputs become 127, 2 (1.5 rounds away), −3 and 0.
        let input: [Float] = [127, 1.5, -2.6, 0.4]
        let (_, bytes) = try layer.run(input.littleEndianBytes)
        #expect([Float](bytes: bytes) == [130, -3])
    }

    /// Two images in one batch use the kernels of floats, one image alone uses those of integers.
    @Test(
        "hybrid layers on kernels of integers have the results of kernels of floats",
        arguments: [
            Geometry(height: 12, width: 45, channels: 8, outputs: 3, kernel: (5, 5)),
            Geometry(height: 12, width: 45, channels: 8, outputs: 3, kernel: (5, 5), isSame: false),
            Geometry(height: 20, width: 40, channels: 3, outputs: 32, kernel: (9, 9)),
            Geometry(height: 9, width: 11, channels: 32, outputs: 16, isSame: false, stride: 2),
            Geometry(height: 9, width: 11, channels: 5, outputs: 7, dilation: 2),
            Geometry(height: 14, width: 45, channels: 27, outputs: 33),
            Geometry(height: 40, width: 70, channels: 32, outputs: 24, isSame: false),
        ], [false, true])
    func hybridTwins(geometry: Geometry, hasScaleForEachChannel: Bool) throws {
        let counts = Self.counts(geometry)
        let weights = Self.noise(counts.weights, -127...127, seed: 11)
        let image = Self.noise(counts.input, -1000...2000, seed: 12).map { Float($0) / 1024 }
        var layer = Self.layer(geometry, weights: weights.map { UInt8(bitPattern: Int8($0)) })
        layer.filterType = .int8
        let scaleCount = hasScaleForEachChannel ? geometry.outputs : 1
        layer.filterQuantization = Quantization(
            scales: (0..<scaleCount).map { 0.01 + Float($0) / 512 },
            zeroPoints: [Int](repeating: 0, count: scaleCount), axis: 0)
        layer.bias = (0..<geometry.outputs).map { Float($0) / 8 }.littleEndianBytes
        let fast = try layer.run(image.littleEndianBytes, threads: 2).bytes
        layer.input[0] = 2
        let plain = try layer.run((image + image).littleEndianBytes).bytes
        #expect(fast.count * 2 == plain.count)
        #expect(fast + fast == plain)
    }

    @Test("what does not fit is named")
    func errors() throws {
        func message(_ change: (inout LayerCase) -> Void) -> String? {
            var layer = LayerCase(
                options: [0: .byte(0), 1: .int(1), 2: .int(1)], input: [1, 96, 96, 3],
                filter: [32, 3, 3, 4], weights: [Float](repeating: 0, count: 1152).littleEndianBytes
            )
            change(&layer)
            return #expect(throws: ModelError.self) { try layer.prepare() }?.message
        }
        #expect(
            message { _ in }
                == "CONV_2D #0 \"layer\": filter [32,3,3,4] needs 4 input channels, "
                + "input is [1,96,96,3]")
        #expect(message { $0.input = [96, 96, 4] }?.contains("rank 4") == true)
        let fit: (inout LayerCase) -> Void = { $0.input = [1, 96, 96, 4] }
        #expect(
            message {
                fit(&$0)
                $0.options[1] = .int(0)
            }?.contains("stride 0") == true)
        #expect(
            message {
                fit(&$0)
                $0.options[3] = .byte(4)
            }?.contains("activation 4") == true)
        #expect(
            message {
                fit(&$0)
                $0.bias = [Float](repeating: 0, count: 31).littleEndianBytes
            }?.contains("bias [31]") == true)
        #expect(
            message {
                $0.input = [1, 2, 96, 4]
                $0.options[0] = .byte(1)
            }?.contains("does not fit input 2") == true)
    }

    @Test(
        "quantization that makes no sense is refused",
        arguments: [0, -1, .nan, .infinity] as [Float])
    func scales(scale: Float) throws {
        var layer = LayerCase(
            options: [1: .int(1), 2: .int(1)], input: [1, 2, 2, 4], filter: [1, 1, 1, 4],
            weights: [1, 2, 3, 4])
        layer.type = .uint8
        layer.inputQuantization = Quantization(scale: 1, zeroPoint: 0)
        layer.filterQuantization = Quantization(scale: scale, zeroPoint: 0)
        layer.outputQuantization = Quantization(scale: 1, zeroPoint: 0)
        // The reader accepts a scale of zero and refuses the others.
        let error = #expect(throws: ModelError.self) { try layer.prepare() }
        #expect(error?.code == (scale == 0 ? .invalidNode : .malformed))
    }
}
