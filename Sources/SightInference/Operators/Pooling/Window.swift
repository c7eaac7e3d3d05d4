import SightTensor

/// A window that moves along one axis of an image.
///
/// - Source: TensorFlow Lite `padding.h`: SAME pads as evenly as it can, the odd one at the end.
struct Window: Sendable {
    let input: Int
    let output: Int
    let size: Int
    let stride: Int
    /// The number of positions of the first window before the first element.
    let padding: Int

    /// Creates a window.
    ///
    /// - Returns: `nil` if no window fits, or if a number is not positive.
    init?(input: Int, size: Int, stride: Int, isValid: Bool) {
        guard input > 0, size > 0, stride > 0, size < 1 << 31, stride < 1 << 31 else { return nil }
        self.input = input
        self.size = size
        self.stride = stride
        if isValid {
            guard input >= size else { return nil }
            output = (input - size) / stride + 1
            padding = 0
        } else {
            output = (input - 1) / stride + 1
            padding = max(0, (output - 1) * stride + size - input) / 2
        }
    }

    /// The windows that lie inside completely.
    var inner: Range<Int> {
        let first = (padding + stride - 1) / stride
        let end = input + padding >= size ? (input + padding - size) / stride + 1 : 0
        return first..<max(first, min(end, output))
    }

    /// The greatest number of elements that a window can cover.
    var largest: Int { min(size, input) }

    /// Returns the elements that a window covers; never empty.
    @inline(__always)
    func range(_ position: Int) -> Range<Int> {
        let start = position * stride - padding
        return max(0, start)..<max(max(0, start), min(input, start + size))
    }
}
