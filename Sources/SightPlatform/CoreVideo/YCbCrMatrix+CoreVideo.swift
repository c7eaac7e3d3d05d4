package import SightImage

extension YCbCrEncoding.Matrix {
    /// Makes the matrix of a pixel buffer's luma and chroma.
    ///
    /// - Parameters:
    ///   - name: the value of the attachment `kCVImageBufferYCbCrMatrixKey`; `nil` without it.
    ///   - height: the number of rows of the buffer.
    ///   - range: the range of its bytes.
    /// - Source: the values of the constants `kCVImageBufferYCbCrMatrix_…`. Names that this module
    ///   does not know mean BT.601, as in videos.
    package init(coreVideo name: String?, height: Int, range: LumaRange) {
        self =
            switch name {
            case "ITU_R_709_2": .bt709
            case "ITU_R_2020": .bt2020
            case nil: .unstated(height: height, range: range)
            default: .bt601
            }
    }
}
