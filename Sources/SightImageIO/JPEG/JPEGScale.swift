/// A scale of M/8 at which libjpeg computes only the pixels of the smaller image.
///
/// Only ⅛, ¼ and ½ are used: for the scales between them, libjpeg-turbo has no vector code and
/// takes longer than for the full size.
struct JPEGScale: Hashable {
    /// The numerator M: 1, 2, 4 or 8.
    let eighths: Int

    /// Selects the smallest scale at which both sides keep the wanted pixels.
    ///
    /// - Parameters:
    ///   - minimumSize: the least number of pixels of both sides; `nil` for full size.
    ///   - width: full width.
    ///   - height: full height.
    init(covering minimumSize: Int?, width: Int, height: Int) {
        guard let minimumSize else {
            eighths = 8
            return
        }
        let shorter = min(width, height)
        eighths =
            [1, 2, 4].first { Self.scaled(shorter, $0) >= minimumSize } ?? 8
    }

    /// Returns a side at this scale, rounded up as libjpeg does.
    func scaled(_ side: Int) -> Int { Self.scaled(side, eighths) }

    private static func scaled(_ side: Int, _ eighths: Int) -> Int { (side * eighths + 7) / 8 }
}
