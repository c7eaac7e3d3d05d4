import SightModelFile
import SightTensor

/// FlexCombinedNonMaxSuppression: the best boxes of all classes, each class without boxes that
/// overlap.
///
/// Boxes `[N, B, Q, 4]` float32 as two opposite corners y, x; Q is 1 or the number of classes;
/// scores `[N, B, C]` float32; then the largest number of boxes of a class and of an image, int32,
/// the greatest IoU of two boxes of a class and the least score, float32. Outputs: boxes
/// `[N, D, 4]`, scores `[N, D]` and classes `[N, D]`, float32, and the number of boxes `[N]`,
/// int32. Ties keep the lower class, then the lower index. Rows past the count are 0.
/// - Source: TensorFlow `tf.image.combined_non_max_suppression`.
enum CombinedNonMaxSuppression: Operator {
    static let code = OperatorCode.custom("FlexCombinedNonMaxSuppression")
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 6...6, outputs: 4)
        let (boxes, scores) = (try node.input(0), try node.input(1))
        try node.expectRank(boxes, 4...4)
        try node.expectRank(scores, 3...3)
        for tensor in [boxes, scores] where tensor.elementType != .float32 {
            throw node.unsupported(tensor)
        }
        let (images, count, classes) = (scores.shape[0], scores.shape[1], scores.shape[2])
        guard boxes.shape[0] == images, boxes.shape[1] == count, boxes.shape[3] == 4,
            boxes.shape[2] == 1 || boxes.shape[2] == classes
        else { throw node.fail("boxes \(boxes.shape) and scores \(scores.shape) do not fit") }
        let attributes = try node.attributes()
        let (perClass, perImage) = (try node.integer(2), try node.integer(3))
        guard (1..<(1 << 31)).contains(perClass), (1..<(1 << 31)).contains(perImage) else {
            throw node.fail("\(perClass) boxes of a class and \(perImage) of an image")
        }
        let limit = min(perClass, count)
        let rows =
            attributes.bool("pad_per_class") ? min(perImage, perClass * classes) : perImage
        let outputs = [
            try node.setOutput(0, shape: node.shape([images, rows, 4])),
            try node.setOutput(1, shape: node.shape([images, rows])),
            try node.setOutput(2, shape: node.shape([images, rows])),
            try node.setOutput(3, shape: node.shape([images])),
        ]
        for (output, type) in zip(outputs, [.float32, .float32, .float32, .int32] as [ElementType])
        where output.elementType != type {
            throw node.unsupported(output)
        }
        let limits = [try node.input(4), try node.input(5)]
        for number in limits where number.elementType != .float32 || number.shape.elementCount != 1
        {
            throw node.fail("\"\(number.name)\" is not one float")
        }
        let stride = MemoryLayout<Candidate>.stride
        return Selection(
            boxes: boxes, scores: scores, limit: limit, rows: rows,
            maximumIoU: limits[0].slot, minimumScore: limits[1].slot,
            clipsBoxes: attributes.bool("clip_boxes", default: true), outputs: outputs.map(\.slot),
            heap: try node.scratch(byteCount: images * count * stride),
            kept: try node.scratch(byteCount: images * classes * limit * stride))
    }

    /// A box and its score.
    private struct Candidate: BitwiseCopyable, HeapCandidate {
        let score: Float
        /// The number of the box, and of its class.
        let index: Int32
        let label: Int32

        func precedes(_ other: Candidate) -> Bool {
            (other.score, label, index) < (score, other.label, other.index)
        }
    }

    /// The selection; a task has one image.
    private struct Selection: PreparedOperator, Sendable {
        let boxes: TensorSpec
        let scores: TensorSpec
        /// The largest number of boxes of a class.
        let limit: Int
        /// The number of rows of the outputs.
        let rows: Int
        let maximumIoU: TensorSlot
        let minimumScore: TensorSlot
        let clipsBoxes: Bool
        let outputs: [TensorSlot]
        /// `[images, boxes]` candidates of one class.
        let heap: TensorSlot
        /// `[images, classes × limit]` candidates that were kept.
        let kept: TensorSlot

        var taskCount: Int { scores.shape[0] }

        func run(_ image: Int, _ memory: borrowing TensorMemory) {
            let (count, classes) = (scores.shape[1], scores.shape[2])
            let heap = memory.elements(heap, as: Candidate.self) + image * count
            let kept = memory.elements(kept, as: Candidate.self) + image * classes * limit
            var keptCount = 0
            for label in 0..<classes {
                keptCount += select(label, of: image, heap, kept + keptCount, memory)
            }
            for parent in (0..<(keptCount / 2)).reversed() { kept.sink(parent, keptCount) }
            write(image, kept, keptCount, memory)
        }

        /// Writes the boxes of a class that are kept, and returns their number.
        private func select(
            _ label: Int, of image: Int, _ heap: UnsafeMutablePointer<Candidate>,
            _ kept: UnsafeMutablePointer<Candidate>, _ memory: borrowing TensorMemory
        ) -> Int {
            let (count, classes) = (scores.shape[1], scores.shape[2])
            let values = memory.elements(scores.slot, as: Float.self) + image * count * classes
            let minimumScore = memory.elements(minimumScore, as: Float.self).pointee
            let maximumIoU = memory.elements(maximumIoU, as: Float.self).pointee
            var size = 0
            for index in 0..<count {
                let score = values[index * classes + label]
                guard score > minimumScore else { continue }
                heap[size] = Candidate(
                    score: score, index: Int32(truncatingIfNeeded: index),
                    label: Int32(truncatingIfNeeded: label))
                size += 1
            }
            for parent in (0..<(size / 2)).reversed() { heap.sink(parent, size) }
            var keptCount = 0
            while size > 0, keptCount < limit {
                let best = heap[0]
                size -= 1
                heap[0] = heap[size]
                heap.sink(0, size)
                let box = box(best, of: image, memory)
                let isFree = (0..<keptCount).allSatisfy {
                    Suppression.intersectionOverUnion(self.box(kept[$0], of: image, memory), box)
                        <= maximumIoU
                }
                guard isFree else { continue }
                kept[keptCount] = best
                keptCount += 1
            }
            return keptCount
        }

        /// Writes the outputs of an image; `kept` is a heap.
        private func write(
            _ image: Int, _ kept: UnsafeMutablePointer<Candidate>, _ keptCount: Int,
            _ memory: borrowing TensorMemory
        ) {
            let target = memory.elements(outputs[0], as: Float.self) + image * rows * 4
            let best = memory.elements(outputs[1], as: Float.self) + image * rows
            let labels = memory.elements(outputs[2], as: Float.self) + image * rows
            target.update(repeating: 0, count: rows * 4)
            best.update(repeating: 0, count: rows)
            labels.update(repeating: 0, count: rows)
            let count = min(rows, keptCount)
            for row in 0..<count {
                let candidate = kept[0]
                let rest = keptCount - row - 1
                kept[0] = kept[rest]
                kept.sink(0, rest)
                let corners = corners(candidate, of: image, memory)
                for edge in 0..<4 {
                    target[4 * row + edge] =
                        clipsBoxes ? min(max(corners[edge], 0), 1) : corners[edge]
                }
                best[row] = candidate.score
                labels[row] = Float(candidate.label)
            }
            memory.elements(outputs[3], as: Int32.self)[image] = Int32(truncatingIfNeeded: count)
        }

        /// Returns a box as the input has it.
        private func corners(
            _ candidate: Candidate, of image: Int, _ memory: borrowing TensorMemory
        ) -> SIMD4<Float> {
            let groups = boxes.shape[2]
            let place =
                (image * boxes.shape[1] + Int(candidate.index)) * groups
                + (groups == 1 ? 0 : Int(candidate.label))
            let numbers = memory.elements(boxes.slot, as: Float.self) + 4 * place
            return SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
        }

        /// Returns a box with its corners in order.
        private func box(
            _ candidate: Candidate, of image: Int, _ memory: borrowing TensorMemory
        ) -> SIMD4<Float> {
            let corners = corners(candidate, of: image, memory)
            return SIMD4(
                min(corners.x, corners.z), min(corners.y, corners.w), max(corners.x, corners.z),
                max(corners.y, corners.w))
        }
    }
}
