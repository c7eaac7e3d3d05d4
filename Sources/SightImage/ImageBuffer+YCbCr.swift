extension ImageBuffer {
    /// The meaning of luma and chroma; `nil` for formats without them.
    package var yCbCr: YCbCrEncoding? {
        guard case .nv12(let range) = format else { return format.yCbCr }
        return YCbCrEncoding(matrix: nv12Matrix, range: range)
    }
}

extension YCbCrEncoding.Matrix {
    /// Returns the matrix of a frame that states none: BT.709 for high definition in video range,
    /// otherwise BT.601.
    ///
    /// - Parameters:
    ///   - height: the number of rows of the frame.
    ///   - range: the range of its bytes.
    /// - Returns: the matrix that most such videos have.
    package static func unstated(height: Int, range: LumaRange) -> Self {
        height >= 720 && range == .video ? .bt709 : .bt601
    }
}
