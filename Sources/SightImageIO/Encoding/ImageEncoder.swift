public import SightImage

/// Writes pictures as PNG or JPEG.
///
/// Pixels are written as stored: to write a picture upright, turn it first.
public enum ImageEncoder {
    /// What can be written.
    public enum Format: Hashable, Sendable {
        /// Lossless.
        case png
        /// Lossy, without alpha; quality in 1…100.
        case jpeg(quality: Int)

        /// The format for a file name ending, in any case; `nil` for others.
        ///
        /// - Parameter path: ends in `.png`, `.jpg` or `.jpeg`. JPEG gets quality 90.
        public init?(path: String) {
            let name = path.lowercased()
            if name.hasSuffix(".png") {
                self = .png
            } else if name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") {
                self = .jpeg(quality: 90)
            } else {
                return nil
            }
        }
    }

    /// Writes a picture to a file, in the format that its name ends with.
    ///
    /// Readers see the old file or the new one, never a part.
    ///
    /// - Parameters:
    ///   - buffer: the picture.
    ///   - path: the file; replaced if it exists.
    /// - Throws: `unsupportedFormat` for other endings, `unwritable`; the message starts with
    ///   the path.
    public static func write(_ buffer: ImageBuffer, to path: String) throws(ImageError) {
        do throws(ImageError) {
            guard let format = Format(path: path) else {
                throw ImageError(
                    .unsupportedFormat, "pictures are written as .png, .jpg or .jpeg")
            }
            try FileWriter.write(encode(buffer, as: format), to: path)
        } catch {
            throw error.naming(path)
        }
    }

    /// The bytes of a file with the picture.
    ///
    /// - Parameters:
    ///   - buffer: the picture.
    ///   - format: what to write.
    /// - Returns: a whole file.
    /// - Throws: `unsupportedFormat` for formats that this build lacks, `tooLarge` for pictures
    ///   that the format cannot hold.
    public static func encode(
        _ buffer: ImageBuffer, as format: Format
    ) throws(ImageError) -> [UInt8] {
        switch format {
        case .png:
            #if PNG
                return try PNGWriter.encode(buffer)
            #endif
        case .jpeg(let quality):
            #if JPEG
                return try JPEGCompressor.encode(buffer, quality: quality)
            #endif
        }
        #if !(PNG && JPEG)
            throw ImageError(.unsupportedFormat, "this build cannot write \(format)")
        #endif
    }
}
