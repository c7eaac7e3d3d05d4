public import SightImage

/// Writes images as PNG or JPEG.
///
/// The encoder writes the pixels as they are stored. To write an image upright, turn it first.
public enum ImageEncoder {
    /// The formats that can be written.
    public enum Format: Hashable, Sendable {
        /// PNG: lossless.
        case png
        /// JPEG: lossy, without alpha; the quality is in 1…100.
        case jpeg(quality: Int)

        /// Selects the format by the ending of a file name, in upper or lower case; `nil` for other
        /// endings.
        ///
        /// - Parameter path: a path that ends in `.png`, `.jpg` or `.jpeg`. JPEG gets the quality
        ///   90.
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

    /// Writes an image to a file, in the format of the file name's ending.
    ///
    /// Another process that reads the file sees either the complete old file or the complete new
    /// one. A device, a pipe or a symbolic link is not replaced, but written to.
    ///
    /// - Parameters:
    ///   - buffer: the image.
    ///   - path: the path of the file, which is replaced if it exists.
    /// - Throws: `unsupportedFormat` for other endings, `unwritable`; the message starts with the
    ///   path.
    public static func write(_ buffer: ImageBuffer, to path: String) throws(ImageError) {
        do throws(ImageError) {
            guard let format = Format(path: path) else {
                throw ImageError(
                    .unsupportedFormat, "images are written as .png, .jpg or .jpeg")
            }
            try FileWriter.write(encode(buffer, as: format), to: path)
        } catch {
            throw error.naming(path)
        }
    }

    /// Encodes an image as the bytes of a file.
    ///
    /// - Parameters:
    ///   - buffer: the image.
    ///   - format: the format to write.
    /// - Returns: a complete file.
    /// - Throws: `unsupportedFormat` for a format that this build cannot write, `tooLarge` for an
    ///   image that the format cannot store.
    public static func encode(
        _ buffer: ImageBuffer, as format: Format
    ) throws(ImageError) -> [UInt8] {
        #if canImport(Darwin)
            return try SystemImageWriter.encode(buffer, as: format)
        #else
            switch format {
            case .png:
                #if PNG && canImport(CLibPNG)
                    return try PNGWriter.encode(buffer)
                #endif
            case .jpeg(let quality):
                #if JPEG && canImport(CLibJPEG)
                    return try JPEGCompressor.encode(buffer, quality: quality)
                #endif
            }
            #if !(PNG && canImport(CLibPNG) && JPEG && canImport(CLibJPEG))
                throw ImageError(.unsupportedFormat, "this build cannot write \(format)")
            #endif
        #endif
    }
}
