import SightTensor

/// A window that moves along one axis of an image.
struct Window: Sendable {
    private(set) var input: Int
    let output: Int
    let size: Int
    let stride: Int
    /// The number of positions of the first window before the first element.
    private(set) var padding: Int

    /// Creates a window.
    ///
    /// - Returns: `nil` if no window fits, or if a number is not positive.
    init?(input: Int, size: Int, stride: Int, isValid: Bool) {
        guard input > 0, size > 0, stride > 0, size < 1 << 31, stride < 1 << 31 else { return nil }
        guard !isValid || input >= size else { return nil }
        (self.input, self.size, self.stride) = (input, size, stride)
        let places = WindowPlacement(extent: input, reach: size, stride: stride, isSame: !isValid)
        (output, padding) = (places.count, places.padding)
    }

    /// Returns the same windows on an image without its border, which has `before` elements in
    /// front of the image.
    ///
    /// - Precondition: these windows have no padding, and each of them overlaps the image.
    func inside(_ image: Int, before: Int) -> Window {
        var window = self
        (window.input, window.padding) = (image, before)
        return window
    }

    /// Whether a window also covers elements outside of the image.
    func reachesOutside(_ position: Int) -> Bool {
        let start = position * stride - padding
        return start < 0 || start + size > input
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
