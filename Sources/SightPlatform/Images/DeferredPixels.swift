import SightConcurrency
package import SightImage

/// The pixels of an image that is drawn once, when they are read first.
private final class DeferredPixels: LentPixels {
    private enum State: Sendable {
        case waiting(@Sendable () -> ImageBuffer?)
        /// The bytes of the drawn image; `nil` if it cannot be drawn.
        case drawn([UInt8]?)
    }

    private let width, height: Int
    private let state: Guarded<State>

    /// Keeps the function that draws until the pixels are read.
    init(width: Int, height: Int, _ draw: @escaping @Sendable () -> ImageBuffer?) {
        (self.width, self.height) = (width, height)
        state = Guarded(.waiting(draw))
    }

    /// Draws the image unless that has been done, and calls `body` with its bytes.
    func withPlane<Value>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
        let bytes = state.withLock { state in
            if case .waiting(let draw) = state { state = .drawn(rows(draw())) }
            guard case .drawn(let bytes) = state else { return nil as [UInt8]? }
            return bytes
        }
        return bytes?.withUnsafeBytes(body)
    }

    /// Returns the number of bytes without drawing; the sides of an image are checked before.
    func byteCount(ofPlane index: Int) -> Int? { 4 * width * height }

    private func rows(_ image: ImageBuffer?) -> [UInt8]? {
        guard let image, image.format == .rgba8, image.planes[0].rowBytes == 4 * width else {
            return nil
        }
        return image.planes[0].bytes
    }
}

extension ImageBuffer {
    /// Makes an RGBA image whose pixels are drawn by the thread that reads them first.
    ///
    /// If they cannot be drawn, functions that read them throw `unreadable`.
    ///
    /// - Parameters:
    ///   - width: pixels per row.
    ///   - height: number of rows.
    ///   - draw: returns an image of this size in `rgba8`, without gaps between rows; called at
    ///     most once.
    /// - Throws: `invalidDimensions`, `tooLarge`; nothing is drawn then.
    package init(
        width: Int, height: Int, drawing draw: @escaping @Sendable () -> ImageBuffer?
    ) throws(ImageError) {
        try self.init(
            lending: DeferredPixels(width: width, height: height, draw), width: width,
            height: height, format: .rgba8, rowBytes: { _ in 4 * width })
    }
}
