#if JPEG && canImport(CLibJPEG)
    /// The place of a component's samples among those of all components of a thumbnail.
    ///
    /// The plane covers whole MCUs, so it may have samples to the right of the image and below.
    struct JPEGPlane {
        /// The position of the first sample.
        let offset: Int
        /// The number of samples of a row; rows have no gaps.
        let rowBytes: Int
        /// The number of rows.
        let rows: Int
        /// The number of rows and of columns of samples that a block becomes: 1 or 2.
        let blockSide: Int
        /// The number of pixels that a sample covers in both directions.
        let horizontal, vertical: Int

        /// Whether each sample belongs to one pixel.
        var isFullSize: Bool { horizontal == 1 && vertical == 1 }

        /// Lays out the planes of all components, one behind the other.
        ///
        /// libjpeg doubles the samples of a block as long as the plane is at most as large as the
        /// image in both directions. So blocks become 2×2 samples if both directions are halved,
        /// and one sample otherwise.
        ///
        /// - Returns: `nil` for other factors than those of usual files.
        static func layOut(_ frame: JPEGFrame) -> [Self]? {
            var (planes, offset): ([Self], Int) = ([], 0)
            for component in frame.components {
                let isHalved = [
                    (frame.horizontal, component.horizontal), (frame.vertical, component.vertical),
                ].allSatisfy { $0 % (2 * $1) == 0 }
                let side = isHalved ? 2 : 1
                let (across, down) = (component.horizontal * side, component.vertical * side)
                let canDouble =
                    frame.horizontal % (2 * across) == 0
                    && frame.vertical % (2 * down) == 0
                guard frame.horizontal % across == 0, frame.vertical % down == 0, !canDouble
                else { return nil }
                planes.append(
                    Self(
                        offset: offset, rowBytes: frame.columns * across,
                        rows: frame.rows * down, blockSide: side,
                        horizontal: frame.horizontal / across, vertical: frame.vertical / down))
                offset += frame.columns * across * frame.rows * down
            }
            return planes
        }
    }
#endif
