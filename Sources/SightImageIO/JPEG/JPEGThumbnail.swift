#if JPEG && canImport(CLibJPEG)
    /// A baseline JPEG image at ⅛ of its size, with the samples that libjpeg-turbo decodes.
    ///
    /// At this size a block becomes one sample, its mean, which its first coefficient states. So
    /// almost all coefficients can be skipped, which libjpeg does one by one.
    package struct JPEGThumbnail {
        /// Pixels per row.
        let width: Int
        /// The number of rows.
        let height: Int
        /// One plane for gray, three for YCbCr.
        let planes: [JPEGPlane]
        /// The samples of all planes.
        let samples: [UInt8]

        /// Decodes a file.
        ///
        /// - Returns: `nil` for a file that only libjpeg-turbo decodes, because it is not baseline,
        ///   of an unusual kind, or damaged.
        package init?(_ bytes: RawSpan) {
            // TurboJPEG decodes smaller images at the largest scale that gives one pixel.
            guard let frame = JPEGFrame(bytes), max(frame.width, frame.height) > 4,
                let planes = JPEGPlane.layOut(frame),
                let samples = JPEGScan(frame, planes).decode(bytes)
            else { return nil }
            self.init(
                width: (frame.width + 7) / 8, height: (frame.height + 7) / 8, planes: planes,
                samples: samples)
        }

        private init(width: Int, height: Int, planes: [JPEGPlane], samples: [UInt8]) {
            self.width = width
            self.height = height
            self.planes = planes
            self.samples = samples
        }

        /// Returns the samples of the first plane without those beyond the image.
        func gray() -> [UInt8] { fullSize(planes[0]) }

        /// Returns an image all of whose planes have a sample for each pixel.
        ///
        /// The function repeats each sample for all pixels that it covers. At an eighth of the
        /// size, libjpeg does so, too.
        func expanded() -> Self {
            guard !planes.allSatisfy(\.isFullSize) else { return self }
            let full = planes.indices.map {
                JPEGPlane(
                    offset: $0 * width * height, rowBytes: width, rows: height, blockSide: 1,
                    horizontal: 1, vertical: 1)
            }
            return Self(
                width: width, height: height, planes: full, samples: planes.flatMap(fullSize))
        }

        /// Returns a sample of a plane for each pixel of the image.
        private func fullSize(_ plane: JPEGPlane) -> [UInt8] {
            var result: [UInt8] = []
            result.reserveCapacity(width * height)
            for y in 0..<height {
                let start = plane.offset + y / plane.vertical * plane.rowBytes
                if plane.horizontal == 1 {
                    result += samples[start..<start + width]
                } else {
                    result += (0..<width).map { samples[start + $0 / plane.horizontal] }
                }
            }
            return result
        }
    }
#endif
