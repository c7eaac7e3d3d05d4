import Foundation
import SightModelFile
import SightTensor

/// Decodes encodings and anchors to boxes `[ymin, xmin, ymax, xmax]`, without clipping.
///
/// The boxes are computed in doubles and stored as floats.
struct BoxDecoding: PreparedOperator {
    private let encodings: RealElements
    private let anchors: RealElements
    /// The number of values of one encoding: 4, or more with key points.
    private let width: Int
    private let scale: SIMD4<Double>
    /// Half the exponentials of the height and of the width that each byte encodes, so that no box
    /// needs an exponential; empty for float32.
    private let halvesOfBytes: [SIMD2<Double>]
    private let place: String
    private let split: TaskSplit
    /// The number of anchors.
    let count: Int
    /// `[A, 4]` float32.
    let boxes: TensorSlot

    init(
        _ encodings: TensorSpec, anchors: TensorSpec, _ options: DetectionOptions,
        _ node: Preparation
    ) throws(ModelError) {
        try node.expectRank(encodings, 3...3)
        try node.expectRank(anchors, 2...2)
        count = encodings.shape[1]
        width = encodings.shape[2]
        guard encodings.shape[0] == 1, width >= 4, anchors.shape == [count, 4], count > 0,
            count < 1 << 24
        else { throw node.fail("encodings \(encodings.shape) with anchors \(anchors.shape)") }
        guard encodings.elementType == .uint8 || anchors.elementType == .float32 else {
            throw node.fail("float32 encodings need float32 anchors, not \(anchors.elementType)")
        }
        self.encodings = try RealElements(encodings, node)
        self.anchors = try RealElements(anchors, node)
        scale = SIMD4(
            Double(options.scale.y), Double(options.scale.x), Double(options.scale.h),
            Double(options.scale.w))
        let divisors = scale
        halvesOfBytes = self.encodings.numbersOfBytes.map {
            Self.halves(Double($0), Double($0), divisors)
        }
        place = node.place
        split = node.split(count, cost: 16)
        boxes = try node.scratch(byteCount: count * 16)
    }

    var taskCount: Int { split.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) throws(ModelError) {
        let target = memory.elements(boxes, as: Float.self)
        for index in split.range(task) {
            let code = read(encodings, index * width, memory)
            let halves =
                halvesOfBytes.isEmpty
                ? Self.halves(code.z, code.w, scale) : halves(index * width, memory)
            let box = decode(code, read(anchors, index * 4, memory), halves)
            guard box.x <= box.z, box.y <= box.w else {
                throw ModelError(
                    .outOfRange, "\(place): the box of anchor \(index) ends before it starts")
            }
            for i in 0..<4 { target[4 * index + i] = box[i] }
        }
    }

    private func read(_ elements: RealElements, _ start: Int, _ memory: borrowing TensorMemory)
        -> SIMD4<Double>
    {
        var numbers = SIMD4<Double>.zero
        for i in 0..<4 { numbers[i] = Double(elements.value(start + i, memory)) }
        return numbers
    }

    /// Returns half the exponentials of an encoded height and width.
    private static func halves(_ height: Double, _ width: Double, _ scale: SIMD4<Double>)
        -> SIMD2<Double>
    {
        SIMD2(0.5 * exp(height / scale.z), 0.5 * exp(width / scale.w))
    }

    /// Returns the same for the bytes of the encoding at `start`.
    private func halves(_ start: Int, _ memory: borrowing TensorMemory) -> SIMD2<Double> {
        let bytes = memory.elements(encodings.slot, as: UInt8.self) + start
        return SIMD2(halvesOfBytes[Int(bytes[2])].x, halvesOfBytes[Int(bytes[3])].y)
    }

    /// Decodes one box; the encoding and the anchor are y, x, h, w.
    private func decode(
        _ code: SIMD4<Double>, _ anchor: SIMD4<Double>, _ halves: SIMD2<Double>
    ) -> SIMD4<Float> {
        let y = code.x / scale.x * anchor.z + anchor.x
        let x = code.y / scale.y * anchor.w + anchor.y
        let halfHeight = halves.x * anchor.z
        let halfWidth = halves.y * anchor.w
        return SIMD4(
            Float(y - halfHeight), Float(x - halfWidth), Float(y + halfHeight),
            Float(x + halfWidth))
    }
}
