#if HEIF && canImport(CLibHEIF)
    /// The size of a coded image, in pixels.
    struct CodedSize {
        let width, height: Int
    }
#endif
