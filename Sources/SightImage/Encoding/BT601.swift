/// From luma and chroma bytes to red, green and blue.
///
/// `R = luma + redCr·Cr`, `G = luma + greenCb·Cb + greenCr·Cr`, `B = luma + blueCb·Cb`, with
/// `luma = (Y − lumaOffset) · lumaScale` and chroma centred on 128; results saturate at 0…255.
///
/// - Source: ITU-R BT.601-7, Kr = 0.299, Kb = 0.114; 219 luma and 224 chroma steps in video range.
struct BT601 {
    /// Luma byte of black.
    let lumaOffset: Float
    /// Factors as in the type's formula.
    let lumaScale, redCr, greenCb, greenCr, blueCb: Float

    /// The matrix for a range of bytes.
    init(_ range: NV12Range) {
        let (kr, kb): (Float, Float) = (0.299, 0.114)
        let kg = 1 - kr - kb
        let chromaScale: Float
        switch range {
        case .video: (lumaOffset, lumaScale, chromaScale) = (16, 255 / 219, 255 / 224)
        case .full: (lumaOffset, lumaScale, chromaScale) = (0, 1, 1)
        }
        redCr = 2 * (1 - kr) * chromaScale
        blueCb = 2 * (1 - kb) * chromaScale
        greenCb = -2 * (1 - kb) * kb / kg * chromaScale
        greenCr = -2 * (1 - kr) * kr / kg * chromaScale
    }
}
