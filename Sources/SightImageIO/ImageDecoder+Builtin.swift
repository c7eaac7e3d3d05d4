extension ImageDecoder {
    /// The codecs of this build.
    ///
    /// System libraries come by package trait.
    static let builtin: [any ImageCodec] = {
        var codecs: [any ImageCodec] = []
        #if JPEG
            codecs.append(JPEGCodec())
        #endif
        #if PNG
            codecs.append(PNGCodec())
        #endif
        #if WebP
            codecs.append(WebPCodec())
        #endif
        #if HEIF
            codecs.append(HEIFCodec())
        #endif
        codecs += [BMPCodec(), GIFCodec()]
        return codecs
    }()
}
