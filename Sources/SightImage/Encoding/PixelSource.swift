import CSightKernels

extension ImageBuffer {
    /// Passes the image to the kernels, in place.
    ///
    /// The pointers in the source are valid inside `body` only.
    ///
    /// - Throws: `unreadable` if the image's memory belongs to another owner and is not available.
    func withPixelSource(_ body: (sight_pixel_source) -> Void) throws(ImageError) {
        let shown: Void?? = planes[0].withBytes { packed in
            guard planes.count > 1 else {
                return body(pixelSource(packed: packed, chroma: nil))
            }
            let shown: Void?? = planes[1].withBytes { chroma in
                var source = pixelSource(packed: packed, chroma: chroma)
                guard planes.count > 2 else { return body(source) }
                return planes[2].withBytes { cr in
                    source.cr = cr.assumingMemoryBound(to: UInt8.self).baseAddress
                    source.chroma_bytes = min(
                        source.chroma_bytes, Int32(truncatingIfNeeded: cr.count))
                    body(source)
                }
            }
            return shown ?? nil
        }
        guard let shown, shown != nil else {
            throw ImageError(
                .unreadable,
                "the memory of the \(format) image cannot be locked, or its pixels cannot be drawn")
        }
    }

    private func pixelSource(
        packed: UnsafeRawBufferPointer, chroma: UnsafeRawBufferPointer?
    ) -> sight_pixel_source {
        var source = sight_pixel_source()
        source.packed = packed.assumingMemoryBound(to: UInt8.self).baseAddress
        source.packed_bytes = Int32(truncatingIfNeeded: packed.count)  // at most 2 GiB: checked
        source.chroma = chroma?.assumingMemoryBound(to: UInt8.self).baseAddress
        source.chroma_bytes = Int32(truncatingIfNeeded: chroma?.count ?? 0)
        switch format {
        case .rgb8, .rgba8: (source.green_shift, source.blue_shift) = (8, 16)
        case .bgra8: (source.red_shift, source.green_shift) = (16, 8)
        case .gray8: break
        case .nv12, .i420: break
        }
        if let encoding = yCbCr {
            let conversion = YCbCrConversion(encoding)
            source.luma_offset = conversion.lumaOffset
            source.luma_scale = conversion.lumaScale
            source.red_cr = conversion.redCr
            source.green_cb = conversion.greenCb
            source.green_cr = conversion.greenCr
            source.blue_cb = conversion.blueCb
        }
        return source
    }
}
