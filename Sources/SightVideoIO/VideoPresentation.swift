public import SightGeometry

/// How a player shows the stored pixels of a video: their proportions and the meaning of their
/// colors.
///
/// Frames are read and tracked as they are stored. A writer states these properties in its file, so
/// that a player shows the copy like the original: an anamorphic video in its width, an HDR video
/// with its brightness. AVFoundation does not: with it, readers leave the defaults and writers use
/// their own.
public struct VideoPresentation: Hashable, Sendable {
    /// The width of a stored pixel on a screen, in the unit of ``pixelHeight``.
    public var pixelWidth = 1
    /// The height of a stored pixel on a screen, in the unit of ``pixelWidth``.
    public var pixelHeight = 1
    /// The color primaries, a code of ITU-T H.273: 1 is BT.709, 9 BT.2020, 2 not stated.
    public var colorPrimaries = unstated
    /// The transfer characteristics, a code of ITU-T H.273: 1 is BT.709, 16 PQ, 18 HLG, 2 not
    /// stated.
    public var transferCharacteristics = unstated

    /// The code of ITU-T H.273 for a property that the file does not state.
    public static let unstated = 2

    /// Square pixels, and colors without a statement.
    public init() {}

    /// Returns the presentation of frames that were turned upright: a quarter turn exchanges the
    /// width and the height of a pixel.
    public func upright(_ orientation: Orientation) -> VideoPresentation {
        guard orientation.swapsAxes else { return self }
        var turned = self
        (turned.pixelWidth, turned.pixelHeight) = (pixelHeight, pixelWidth)
        return turned
    }

    /// Returns a code that a file states, or ``unstated`` for one that H.273 reserves.
    static func code(_ stated: Int) -> Int { (1...255).contains(stated) ? stated : unstated }

    /// Whether a video file can state these numbers.
    var isValid: Bool {
        let (sides, codes) = (1...65_535, 1...255)
        return sides.contains(pixelWidth) && sides.contains(pixelHeight)
            && codes.contains(colorPrimaries) && codes.contains(transferCharacteristics)
    }
}
