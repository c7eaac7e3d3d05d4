extension ImageDecoder {
    /// The codecs of this build.
    ///
    /// System libraries come by package trait.
    static let builtin: [any ImageCodec] = {
        var codecs: [any ImageCodec] = []
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
