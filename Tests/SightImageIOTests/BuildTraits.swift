/// The package traits of this build, by which suites enable themselves.
enum BuildTraits {
    #if JPEG
        static let jpeg = true
    #else
        static let jpeg = false
    #endif
    #if PNG
        static let png = true
    #else
        static let png = false
    #endif
    #if WebP
        static let webP = true
    #else
        static let webP = false
    #endif
    #if HEIF
        static let heif = true
    #else
        static let heif = false
    #endif
    static let all = jpeg && png && webP && heif
}
