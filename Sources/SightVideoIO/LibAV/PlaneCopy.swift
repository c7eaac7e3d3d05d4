#if Video && canImport(CLibAV)
    /// Moves planes between FFmpeg's memory and ours.
    enum PlaneCopy {
        /// Rows out of FFmpeg's memory, without the gaps between them.
        ///
        /// - Parameters:
        ///   - plane: the first row; `nil` gives nothing.
        ///   - rowBytes: bytes from one row to the next; negative where the last row comes first.
        ///   - width: bytes of a row that count.
        ///   - height: rows.
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

        /// Rows into FFmpeg's memory; a row or column too many repeats the one before.
        ///
        /// `bytes` are `height` rows of `width` bytes that lie `sourceRowBytes` apart; they go to
        /// `plane`, whose rows lie `rowBytes` apart and of which `target` says how many bytes and
        /// rows to fill.
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
