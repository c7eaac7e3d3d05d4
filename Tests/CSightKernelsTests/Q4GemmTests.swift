import CSightKernels
import ModelFixtures
import Testing

/// Compares every kernel of `sight_q4_gemm_kernels` with sums that Swift computes.
@Suite struct Q4GemmTests {
    private static var kernels: [sight_q4_gemm_kernel] {
        var count = 0
        return runnable(sight_q4_gemm_kernels(&count), count: count, tier: \.tier)
    }

    @Test(arguments: [(32, 32), (96, 32), (128, 64), (160, 160)], [1, 16, 39])
    func products(_ size: (depth: Int, length: Int), columns: Int) {
        let (depth, length) = size
        var random = SeededGenerator(seed: UInt64(depth * 64 + columns))
        let (rows, blocks) = (5, depth / length)
        let weights = (0..<columns * depth).map { _ in Int8.random(in: -8...7, using: &random) }
        let scales = (0..<columns * blocks).map { _ in Float.random(in: 0...1, using: &random) }
        let biases = (0..<columns).map { _ in Float.random(in: -9...9, using: &random) }
        let input = (0..<rows * depth).map { _ in UInt8.random(in: 0...255, using: &random) }
        let inputScales = (0..<rows).map { _ in Float.random(in: 0...0.1, using: &random) }
        let offsets = (0..<rows).map { _ in Int32.random(in: -128...127, using: &random) }

        var packed = [UInt8](
            repeating: 1, count: sight_q4_gemm_packed_bytes(depth, columns, length))
        weights.withUnsafeBufferPointer { weights in
            scales.withUnsafeBufferPointer { scales in
                biases.withUnsafeBufferPointer { biases in
                    var description = sight_q4_gemm_weights(
                        depth: depth, columns: columns, length: length,
                        weights: weights.baseAddress, scales: scales.baseAddress,
                        biases: biases.baseAddress)
                    sight_q4_gemm_pack(&description, &packed)
                }
            }
        }
        for kernel in Self.kernels {
            // A byte is the quantized number itself, or 128 more.
            func number(_ byte: UInt8) -> Int {
                kernel.is_signed ? Int(Int8(bitPattern: byte)) : Int(byte) - 128
            }
            var output = [Float](repeating: .nan, count: rows * columns)
            withPointers(input, inputScales, offsets, packed) {
                input, inputScales, offsets, packed in
                output.withUnsafeMutableBufferPointer { output in
                    var job = sight_q4_gemm_job(
                        input: input, input_scales: inputScales, offsets: offsets, depth: depth,
                        length: length, packed: packed, output: output.baseAddress,
                        columns: columns, is_signed: kernel.is_signed, minimum: -20, maximum: 20)
                    kernel.run(
                        &job, sight_block(row: 0, rows: rows, column: 0, columns: columns))
                }
            }
            for row in 0..<rows {
                for column in 0..<columns {
                    let sum = (0..<depth).reduce(0.0) { sum, k in
                        let product =
                            (number(input[row * depth + k]) - Int(offsets[row]))
                            * Int(weights[column * depth + k])
                        return sum + Double(product) * Double(scales[column * blocks + k / length])
                    }
                    let value = sum * Double(inputScales[row]) + Double(biases[column])
                    let expected = min(20, max(-20, value))
                    #expect(
                        abs(Double(output[row * columns + column]) - expected) < 0.01,
                        "\(String(cString: kernel.name))")
                }
            }
        }
    }

    private func withPointers(
        _ input: [UInt8], _ scales: [Float], _ offsets: [Int32], _ packed: [UInt8],
        _ body: (
            UnsafePointer<UInt8>?, UnsafePointer<Float>?, UnsafePointer<Int32>?,
            UnsafePointer<UInt8>?
        ) -> Void
    ) {
        input.withUnsafeBufferPointer { input in
            scales.withUnsafeBufferPointer { scales in
                offsets.withUnsafeBufferPointer { offsets in
                    packed.withUnsafeBufferPointer { packed in
                        body(
                            input.baseAddress, scales.baseAddress, offsets.baseAddress,
                            packed.baseAddress)
                    }
                }
            }
        }
    }
}
