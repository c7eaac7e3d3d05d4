/// SOFTMAX of rows of two bytes, whose results depend only on the difference of the two.
///
/// A network that separates an object from its background has such a row for each pixel.
struct SoftmaxPairs: Sendable {
    /// The number of differences, which is the least number of rows for which the table saves time.
    static let differenceCount = 511

    /// The two results of each difference from −255 to 255.
    private let results: [UInt8]
    /// The bits that make unsigned bytes in the same order of the input's.
    private let flip: UInt8

    /// Computes the results with the table of longer rows.
    init(_ table: SoftmaxTable, isSigned: Bool) {
        let flip: UInt8 = isSigned ? 0x80 : 0
        let pairs = (-255...255).flatMap { difference in
            [max(0, difference), max(0, -difference)].map { UInt8(clamping: $0) ^ flip }
        }
        var bytes = [UInt8](repeating: 0, count: pairs.count)
        var working = [Float](
            repeating: 0, count: SoftmaxTable.scratchSize / MemoryLayout<Float>.stride)
        pairs.withUnsafeBufferPointer { pairs in
            bytes.withUnsafeMutableBufferPointer { bytes in
                working.withUnsafeMutableBufferPointer { working in
                    guard let input = pairs.baseAddress, let target = bytes.baseAddress,
                        let shares = working.baseAddress
                    else { return }
                    table.run(
                        input, bytes: target, pairs.count / 2, 2, isSigned: isSigned, shares)
                }
            }
        }
        results = bytes
        self.flip = flip
    }

    /// Runs rows.
    func run(
        _ input: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ rowCount: Int
    ) {
        results.withUnsafeBufferPointer { results in
            for row in 0..<rowCount {
                let (a, b) = (input[2 * row] ^ flip, input[2 * row + 1] ^ flip)
                let place = 2 * (255 + Int(a) - Int(b))
                target[2 * row] = results[place]
                target[2 * row + 1] = results[place + 1]
            }
        }
    }
}
