/// A scale of M/8 at which libjpeg decodes without computing the pixels it leaves out.
///
/// Only eighth, quarter and half: the scales between them have no vector code in libjpeg-turbo
/// and take longer than the full size.
struct JPEGScale: Hashable {
    /// M: 1, 2, 4 or 8.
    let eighths: Int

    /// The smallest scale at which both sides keep the wanted pixels.
    ///
    /// - Parameters:
    ///   - minimumSize: wanted pixels; `nil` for full size.
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

    /// A side at this scale, rounded up as libjpeg does.
    func scaled(_ side: Int) -> Int { Self.scaled(side, eighths) }

    private static func scaled(_ side: Int, _ eighths: Int) -> Int { (side * eighths + 7) / 8 }
}
