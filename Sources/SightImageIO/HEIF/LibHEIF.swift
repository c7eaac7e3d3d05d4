#if HEIF && canImport(CLibHEIF)
    import CLibHEIF
    import SightImage

    /// The functions of libheif.
    enum LibHEIF {
        typealias Functions = UnsafePointer<sight_heif_functions>

        /// The functions, or the reason why libheif cannot be loaded.
        ///
        /// The library is loaded for the first image; `shim.h` of CLibHEIF says why.
        private nonisolated(unsafe) static let loaded: (functions: Functions?, failure: String) = {
            var reason: UnsafePointer<CChar>?
            let functions = sight_heif_load(&reason)
            return (functions, reason.map { String(cString: $0) } ?? "")
        }()

        /// Returns the functions; the first call loads libheif.
        ///
        /// - Throws: `unsupportedFormat` if the library is missing.
        static func functions() throws(ImageError) -> Functions {
            guard let functions = loaded.functions else {
                throw ImageError(
                    .unsupportedFormat,
                    "libheif, which decodes HEIC and AVIF, cannot be loaded: \(loaded.failure)")
            }
            return functions
        }
    }
#endif
