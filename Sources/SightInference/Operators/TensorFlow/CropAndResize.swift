import SightModelFile
import SightTensor

/// FlexCropAndResize: cuts boxes out of images and scales them to one size.
///
/// Images `[N, H, W, C]` float32 or uint8; boxes `[B, 4]` float32 as ymin, xmin, ymax, xmax, 0 to 1
/// from the first to the last pixel's center; the images' indices `[B]` int32; the size `[2]`. The
/// result is `[B, h, w, C]` float32. Pixels outside of the image, and those of an index without an
/// image, have the value of `extrapolation_value`.
/// - Source: TensorFlow `tf.image.crop_and_resize`.
enum CropAndResize: Operator {
    static let code = OperatorCode.custom("FlexCropAndResize")
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 4...4)
        let (images, boxes, indices) = (
            try node.input(0), try node.input(1), try node.input(2)
        )
        try node.expectRank(images, 4...4)
        let count = indices.shape.elementCount
        guard boxes.elementType == .float32, boxes.shape == Shape([count, 4]) else {
            throw node.fail("boxes \(boxes.shape) do not fit indices \(indices.shape)")
        }
        guard indices.elementType == .int32 else { throw node.unsupported(indices) }
        let size = try node.integers(3)
        guard size.count == 2, size.allSatisfy({ (1..<(1 << 20)).contains($0) }),
            images.shape[1] > 0, images.shape[2] > 0
        else { throw node.fail("\(images.shape) cannot be resized to \(size)") }
        let attributes = try node.attributes()
        let method = attributes.text("method")
        guard ["", "bilinear", "nearest"].contains(method) else {
            throw node.fail(.unsupported, "the method \"\(method)\" is not supported")
        }
        let output = try node.setOutput(
            0, shape: node.shape([count, size[0], size[1], images.shape[3]]))
        guard output.elementType == .float32 else { throw node.unsupported(output) }
        let crop = Crop(
            images: images, boxes: boxes.slot, indices: indices.slot, output: output,
            height: size[0], width: size[1], isNearest: method == "nearest",
            outside: attributes.float("extrapolation_value"))
        let split = node.split(count * size[0], cost: 4 * size[1] * max(1, images.shape[3]))
        switch images.elementType {
        case .float32:
            return PreparedLoop(tasks: split.taskCount) {
                crop.run(split.range($0), $1, Float.self) { $0 }
            }
        case .uint8:
            return PreparedLoop(tasks: split.taskCount) {
                crop.run(split.range($0), $1, UInt8.self) { Float($0) }
            }
        default: throw node.unsupported(images)
        }
    }

    private struct Crop: Sendable {
        let images: TensorSpec
        let boxes: TensorSlot
        let indices: TensorSlot
        let output: TensorSpec
        let height: Int
        let width: Int
        let isNearest: Bool
        let outside: Float

        /// Computes lines of the results, counted over all boxes.
        @inline(__always)
        func run<Value: BitwiseCopyable>(
            _ lines: Range<Int>, _ memory: borrowing TensorMemory, _: Value.Type,
            _ float: (Value) -> Float
        ) {
            let channels = images.shape[3]
            let (rowCount, columnCount) = (images.shape[1], images.shape[2])
            let source = memory.elements(images.slot, as: Value.self)
            let target = memory.elements(output.slot, as: Float.self)
            for line in lines {
                let (box, y) = line.quotientAndRemainder(dividingBy: height)
                let edges = memory.elements(boxes, as: Float.self) + 4 * box
                let image = Int(memory.elements(indices, as: Int32.self)[box])
                let row = place(y, of: height, edges[0], edges[2], pixels: rowCount)
                for x in 0..<width {
                    let pixel = target + (line * width + x) * channels
                    guard (0..<images.shape[0]).contains(image), let row,
                        let column = place(x, of: width, edges[1], edges[3], pixels: columnCount)
                    else {
                        pixel.update(repeating: outside, count: channels)
                        continue
                    }
                    let upper = source + (image * rowCount + row.lower) * columnCount * channels
                    let lower = source + (image * rowCount + row.upper) * columnCount * channels
                    let (left, right) = (column.lower * channels, column.upper * channels)
                    for c in 0..<channels {
                        let (a, b) = (float(upper[left + c]), float(upper[right + c]))
                        let (d, e) = (float(lower[left + c]), float(lower[right + c]))
                        let top = a + (b - a) * column.fraction
                        let bottom = d + (e - d) * column.fraction
                        pixel[c] = top + (bottom - top) * row.fraction
                    }
                }
            }
        }

        /// Returns the neighbors of a result's pixel along an axis, and its distance from the lower
        /// one; `nil` outside of the image.
        private func place(
            _ index: Int, of count: Int, _ start: Float, _ end: Float, pixels: Int
        ) -> (lower: Int, upper: Int, fraction: Float)? {
            let last = Float(pixels - 1)
            let position =
                count > 1
                ? start * last + Float(index) * ((end - start) * last / Float(count - 1))
                : 0.5 * (start + end) * last
            guard position >= 0, position <= last else { return nil }
            // The last position may be rounded up.
            let pixel = { (place: Float) in min(Int(place), pixels - 1) }
            if isNearest {
                let nearest = pixel(position.rounded(.toNearestOrAwayFromZero))
                return (nearest, nearest, 0)
            }
            let lower = position.rounded(.down)
            return (pixel(lower), pixel(position.rounded(.up)), position - lower)
        }
    }
}
