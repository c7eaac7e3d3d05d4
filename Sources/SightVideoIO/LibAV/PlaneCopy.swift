#if Video && canImport(CLibAV)
    /// Copies planes between FFmpeg's memory and Swift arrays.
    enum PlaneCopy {
        /// Copies rows from FFmpeg's memory, without the gaps between them.
        ///
        /// - Parameters:
        ///   - plane: the first row; `nil` gives an empty array.
        ///   - rowBytes: bytes from one row to the next; negative if the last row comes first.
        ///   - width: the number of bytes of a row that are copied.
        ///   - height: number of rows.
        /// - Returns: `width × height` bytes.
        static func rows(
            _ plane: UnsafeMutablePointer<UInt8>?, _ rowBytes: Int32, _ width: Int, _ height: Int
        ) -> [UInt8] {
            guard let plane, width > 0, height > 0 else { return [] }
            let count = width * height
            return [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
                guard let start = bytes.baseAddress else { return }
                if Int(rowBytes) == width {
                    start.update(from: plane, count: count)
                } else {
                    for row in 0..<height {
                        (start + row * width).update(
                            from: plane + row * Int(rowBytes), count: width)
                    }
                }
                initialized = count
            }
        }

        /// Copies rows to FFmpeg's memory; rows and columns beyond the image repeat its last ones.
        ///
        /// `bytes` are `height` rows of `width` bytes, `sourceRowBytes` apart. `plane` has rows
        /// that are `rowBytes` apart, and `target` is the number of bytes per row and of rows to
        /// fill.
        static func fill(
            _ bytes: [UInt8], sourceRowBytes: Int, width: Int, height: Int,
            _ plane: UnsafeMutablePointer<UInt8>?, _ rowBytes: Int32,
            target: (width: Int, height: Int)
        ) {
            guard let plane, width > 0, height > 0 else { return }
            bytes.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                for row in 0..<target.height {
                    let line = plane + row * Int(rowBytes)
                    line.update(
                        from: start + min(row, height - 1) * sourceRowBytes,
                        count: min(width, target.width))
                    for column in width..<max(width, target.width) {
                        line[column] = line[width - 1]
                    }
                }
            }
        }
    }
#endif
