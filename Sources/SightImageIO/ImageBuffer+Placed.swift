import SightImage

extension ImageBuffer {
    /// Returns the image on a larger, transparent canvas, as animations store their frames.
    ///
    /// Parts beyond the canvas are cut off. The image must be in `rgb8` or `rgba8`; an image that
    /// covers the whole canvas is returned unchanged.
    ///
    /// - Throws: `tooLarge`, `unsupportedFormat` for other formats.
    func placed(
        atX x: Int, y: Int, onWidth canvasWidth: Int, height canvasHeight: Int
    ) throws(ImageError) -> ImageBuffer {
        if (x, y, width, height) == (0, 0, canvasWidth, canvasHeight) { return self }
        guard format == .rgb8 || format == .rgba8, x >= 0, y >= 0 else {
            throw ImageError(.unsupportedFormat, "a frame in \(format) at \(x), \(y)")
        }
        let step = format.bytesPerPixel
        let (source, rowBytes) = (planes[0].bytes, planes[0].rowBytes)
        var canvas = [UInt8](repeating: 0, count: canvasWidth * canvasHeight * 4)
        for row in 0..<max(0, min(height, canvasHeight - y)) {
            for column in 0..<max(0, min(width, canvasWidth - x)) {
                let from = row * rowBytes + column * step
                let to = ((y + row) * canvasWidth + x + column) * 4
                canvas[to] = source[from]
                canvas[to + 1] = source[from + 1]
                canvas[to + 2] = source[from + 2]
                canvas[to + 3] = step == 4 ? source[from + 3] : 255
            }
        }
        return try ImageBuffer(
            width: canvasWidth, height: canvasHeight, format: .rgba8, bytes: canvas)
    }
}
