#if HEIF && canImport(CLibHEIF)
    import SightImage

    /// A box of an ISO media file.
    ///
    /// - Source: ISO/IEC 14496-12:2022, section 4.2.2.
    struct MediaBox {
        /// The four characters of its type.
        let type: String
        /// The place of its content in the file.
        let content: Range<Int>

        private static let mostBoxes = 20_000

        /// Lists the boxes that follow each other in a part of the file.
        ///
        /// The list ends before a box without a valid size. A box that is cut off ends with the
        /// part.
        ///
        /// - Throws: `damaged` for more boxes than libheif reads, too.
        static func list(in bytes: RawSpan, _ part: Range<Int>) throws(ImageError) -> [MediaBox] {
            var boxes: [MediaBox] = []
            var start = part.lowerBound
            while start <= part.upperBound - 8, var size = bytes.big32(at: start) {
                var header = 8
                if size == 1 {
                    guard let high = bytes.big32(at: start + 8),
                        let low = bytes.big32(at: start + 12), high < 1 << 30
                    else { break }
                    size = high << 32 | low
                    header = 16
                } else if size == 0 {
                    size = part.upperBound - start
                }
                guard size >= header, start + header <= part.upperBound else { break }
                guard boxes.count < mostBoxes else {
                    throw ImageError(.damaged, "damaged HEIF: more than \(mostBoxes) boxes")
                }
                let end = size < part.upperBound - start ? start + size : part.upperBound
                let type = (4..<8).compactMap { bytes.byte(at: start + $0) }
                boxes.append(
                    MediaBox(
                        type: String(decoding: type, as: UTF8.self), content: start + header..<end))
                start = end
            }
            return boxes
        }
    }
#endif
