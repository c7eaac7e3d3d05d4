extension ImageDecoder {
    /// The codecs of this build.
    ///
    /// They are the system's codecs on Apple's platforms; elsewhere, package traits add system
    /// libraries.
    static let builtin: [any ImageCodec] = {
        var codecs: [any ImageCodec] = []
        #if canImport(Darwin)
            codecs.append(SystemImageCodec())
        #endif
        #if JPEG && canImport(CLibJPEG)
            codecs.append(JPEGCodec())
        #endif
        #if PNG && canImport(CLibPNG)
            codecs.append(PNGCodec())
        #endif
        #if WebP && canImport(CLibWebP)
            codecs.append(WebPCodec())
        #endif
        #if HEIF && canImport(CLibHEIF)
            codecs.append(HEIFCodec())
        #endif
        codecs += [BMPCodec(), GIFCodec()]
        return codecs
    }()
}
