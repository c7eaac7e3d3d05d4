#if HEIF && canImport(CLibHEIF)
    /// The sizes that coded data states, and the number of its pictures.
    struct CodedSize {
        /// The largest width and height, in pixels; 0 if there is none.
        private(set) var width = 0, height = 0
        /// The number of pictures that a decoder decodes.
        var pictureCount = 0

        /// Enlarges the size to another one.
        mutating func grow(width: Int, height: Int) {
            self.width = max(self.width, width)
            self.height = max(self.height, height)
        }
    }
#endif
