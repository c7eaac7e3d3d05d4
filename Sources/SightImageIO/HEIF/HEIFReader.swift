#if HEIF && canImport(CLibHEIF)
    import CLibHEIF
    import SightImage

    /// A reader of a HEIF file's primary image; it does not copy the file's bytes.
    final class HEIFReader {
        private let heif: LibHEIF.Functions
        private let context: OpaquePointer
        private var handle: OpaquePointer?

        /// Opens the file; the bytes must outlive the reader.
        ///
        /// - Throws: `damaged`, `unsupportedFormat`, `tooLarge`.
        init(_ bytes: UnsafeRawBufferPointer, limits: DecodeLimits) throws(ImageError) {
            heif = try LibHEIF.functions()
            guard let context = heif.pointee.heif_context_alloc() else {
                throw ImageError(.tooLarge, "HEIF: no memory for a reader")
            }
            self.context = context
            let side = max(limits.maximumWidth, limits.maximumHeight)
            heif.pointee.heif_context_set_maximum_image_size_limit(context, Int32(clamping: side))
            try Self.check(
                heif.pointee.heif_context_read_from_memory_without_copy(
                    context, bytes.baseAddress, bytes.count, nil))
            try Self.check(heif.pointee.heif_context_get_primary_image_handle(context, &handle))
        }

        deinit {
            heif.pointee.heif_image_handle_release(handle)
            heif.pointee.heif_context_free(context)
        }

        /// Decodes all pixels: RGBA if there is alpha, RGB otherwise; 8 bits per channel.
        func readPixels(limits: DecodeLimits) throws(ImageError) -> ImageBuffer {
            try limits.check(
                width: Int(heif.pointee.heif_image_handle_get_width(handle)),
                height: Int(heif.pointee.heif_image_handle_get_height(handle)))
            let hasAlpha = heif.pointee.heif_image_handle_has_alpha_channel(handle) != 0
            var image: OpaquePointer?
            try Self.check(
                heif.pointee.heif_decode_image(
                    handle, &image, heif_colorspace_RGB,
                    hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, nil))
            defer { heif.pointee.heif_image_release(image) }
            let width = Int(heif.pointee.heif_image_get_width(image, heif_channel_interleaved))
            let height = Int(heif.pointee.heif_image_get_height(image, heif_channel_interleaved))
            try limits.check(width: width, height: height)
            var rowBytes: Int32 = 0
            let plane = heif.pointee.heif_image_get_plane_readonly(
                image, heif_channel_interleaved, &rowBytes)
            let rowWidth = width * (hasAlpha ? 4 : 3)
            guard let plane, rowBytes >= rowWidth else {
                throw ImageError(.damaged, "damaged HEIF: no pixels")
            }
            var pixels: [UInt8] = []
            pixels.reserveCapacity(rowWidth * height)
            for row in 0..<height {
                pixels += UnsafeBufferPointer(start: plane + row * Int(rowBytes), count: rowWidth)
            }
            return try ImageBuffer(
                width: width, height: height, format: hasAlpha ? .rgba8 : .rgb8, bytes: pixels)
        }

        private static func check(_ status: heif_error) throws(ImageError) {
            guard status.code != heif_error_Ok else { return }
            let reason = status.message.map { String(cString: $0) } ?? "unknown error"
            switch status.code {
            case heif_error_Unsupported_feature, heif_error_Unsupported_filetype:
                throw ImageError(.unsupportedFormat, "unsupported HEIF: \(reason)")
            case heif_error_Memory_allocation_error:
                throw ImageError(.tooLarge, "HEIF: \(reason)")
            default:
                throw ImageError(.damaged, "damaged HEIF: \(reason)")
            }
        }
    }
#endif
