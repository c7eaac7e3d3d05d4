/// The places of a filter or of a window of a pool along one axis.
///
/// - Source: TensorFlow Lite `padding.h`: SAME pads as evenly as it can, the odd one at the end.
struct WindowPlacement: Sendable {
    /// The number of places; 0 or less if the window does not fit an axis without padding.
    let count: Int
    /// The number of cells of the first window before the first element.
    let padding: Int

    /// Places a window that reaches over `reach` elements.
    ///
    /// - Precondition: the numbers are positive, and `extent` and `stride` are below 2³¹.
    init(extent: Int, reach: Int, stride: Int, isSame: Bool) {
        count = isSame ? (extent - 1) / stride + 1 : (extent - reach + stride) / stride
        padding = max(0, (count - 1) * stride + reach - extent) / 2
    }
}
