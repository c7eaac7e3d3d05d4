#if JPEG && canImport(CLibJPEG)
    import CLibJPEG
    import SightImage

    /// A decompressor of libjpeg-turbo, used through its TurboJPEG 2 interface, which version 3
    /// has, too.
    final class JPEGDecompressor {
        /// The layout of the decoded pixels.
        enum Layout {
            case gray, rgb, cmyk
        }

        /// The contents of the header.
        struct Header {
            /// The number of stored pixels per row, and the number of rows.
            let width, height: Int
            /// The layout in which to request the pixels.
            let layout: Layout
            /// Whether the image is gray or YCbCr, and the library warned of nothing.
            let isUsual: Bool
        }

        private let handle: tjhandle

        /// Makes a decompressor.
        ///
        /// - Throws: `tooLarge` if memory is not sufficient.
        init() throws(ImageError) {
            guard let handle = tjInitDecompress() else {
                throw ImageError(.tooLarge, "JPEG: no memory for a decompressor")
            }
            self.handle = handle
        }

        deinit { tjDestroy(handle) }

        /// Reads the file up to the first scan.
        ///
        /// `componentCount` is the number of components of the frame, if it is known.
        func readHeader(
            _ bytes: RawSpan, componentCount: UInt8?
        ) throws(ImageError) -> Header {
            var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, -1, -1)
            let status = bytes.withUnsafeBytes { buffer in
                tjDecompressHeader3(
                    handle, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    UInt(buffer.count), &width, &height, &sampling, &space)
            }
            // Unusual chroma sampling and warnings fail too, but leave a usable header. Version 3
            // of the library does not say the color space then.
            let layout: Layout? =
                switch (UInt32(bitPattern: space), componentCount) {
                case (TJCS_GRAY.rawValue, _), (.max, 1): .gray
                case (TJCS_CMYK.rawValue, _), (TJCS_YCCK.rawValue, _), (.max, 4): .cmyk
                case (.max, 3): .rgb
                case (.max, _): nil
                default: .rgb
                }
            // For a file that ends before its first scan, version 2 of the library reports success
            // and no size, and version 3 an error about something else.
            let hasImage = width > 0 && height > 0
            guard hasImage || (status != 0 && componentCount != nil) else {
                throw ImageError(.damaged, "damaged JPEG: it ends before its image begins")
            }
            guard let layout, hasImage else { throw failure() }
            let spaces = [TJCS_GRAY.rawValue, TJCS_YCbCr.rawValue]
            return Header(
                width: Int(width), height: Int(height), layout: layout,
                isUsual: status == 0 && spaces.contains(UInt32(bitPattern: space)))
        }

        /// Decodes the pixels at a scale that the library offers; the rows have no gaps.
        ///
        /// Progressive files with an unreasonable number of scans are refused.
        ///
        /// - Returns: the pixels, and whether some of them may be missing or wrong.
        func readPixels(
            _ bytes: RawSpan, width: Int, height: Int, layout: Layout
        ) throws(ImageError) -> (pixels: [UInt8], isDamaged: Bool) {
            let (format, channels) =
                switch layout {
                case .gray: (TJPF_GRAY, 1)
                case .rgb: (TJPF_RGB, 3)
                case .cmyk: (TJPF_CMYK, 4)
                }
            let rowBytes = width * channels
            var pixels = [UInt8](repeating: 0, count: rowBytes * height)
            let status = bytes.withUnsafeBytes { source in
                pixels.withUnsafeMutableBufferPointer { pixels in
                    tjDecompress2(
                        handle, source.baseAddress?.assumingMemoryBound(to: UInt8.self),
                        UInt(source.count), pixels.baseAddress, Int32(width), Int32(rowBytes),
                        Int32(height), format.rawValue, TJFLAG_LIMITSCANS)
                }
            }
            // A warning means missing or doubtful data; libjpeg has filled the gaps.
            guard status == 0 || tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) else {
                throw failure()
            }
            return (pixels, status != 0 && !Self.isHarmless(reason))
        }

        /// Whether a warning is about a file whose picture is complete: it has bytes between its
        /// segments, or odd values in its header.
        ///
        /// The library tells only the first of several warnings.
        private static func isHarmless(_ warning: String) -> Bool {
            let parts = [
                "extraneous bytes", "unknown JFIF revision", "Unknown Adobe color transform",
                "Invalid SOS parameters for sequential",
            ]
            return parts.contains { warning.contains($0) }
        }

        /// Converts a thumbnail with three planes to RGB; the rows have no gaps.
        func rgb(from thumbnail: JPEGThumbnail) throws(ImageError) -> [UInt8] {
            let image = thumbnail.expanded()
            let (width, height) = (image.width, image.height)
            let rowBytes = image.planes.map { Int32($0.rowBytes) }
            var pixels = [UInt8](repeating: 0, count: 3 * width * height)
            let status = image.samples.withUnsafeBufferPointer { samples in
                var planes = image.planes.map { samples.baseAddress?.advanced(by: $0.offset) }
                return pixels.withUnsafeMutableBufferPointer { pixels in
                    tjDecodeYUVPlanes(
                        handle, &planes, rowBytes, Int32(TJSAMP_444.rawValue), pixels.baseAddress,
                        Int32(width), Int32(3 * width), Int32(height), TJPF_RGB.rawValue, 0)
                }
            }
            guard status == 0 else { throw failure() }
            return pixels
        }

        /// The library's text about its last failure or warning.
        private var reason: String {
            tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown error"
        }

        private func failure() -> ImageError {
            let reason = reason
            let isUnsupported = reason.contains("nsupported")
            return ImageError(
                isUnsupported ? .unsupportedFormat : .damaged,
                "\(isUnsupported ? "unsupported" : "damaged") JPEG: \(reason)")
        }
    }
#endif
