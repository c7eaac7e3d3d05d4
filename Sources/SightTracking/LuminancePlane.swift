/// The grey pixels of one upright frame: one byte per pixel, top row first.
///
/// A plane shares the caller's array, so creating one from the luma plane of a camera or a video
/// copies nothing.
public struct LuminancePlane: Sendable {
    /// Pixels per row, in 1…`maximumSide`.
    public let width: Int
    /// Number of rows, in 1…`maximumSide`.
    public let height: Int
    /// Bytes from the start of one row to the start of the next, at least `width`.
    public let rowBytes: Int
    /// The rows; at least `rowBytes × (height − 1) + width` bytes.
    public let bytes: [UInt8]

    /// The largest width and height, in pixels.
    public static let maximumSide = 1 << 16

    /// Creates a plane.
    ///
    /// - Throws: `invalidPlane` if the size is out of range, or if there are too few bytes for it.
    public init(
        width: Int, height: Int, rowBytes: Int? = nil, bytes: [UInt8]
    ) throws(TrackingError) {
        let rowBytes = rowBytes ?? width
        guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height) else {
            throw TrackingError(
                .invalidPlane, "a plane of \(width)×\(height) pixels cannot be tracked in")
        }
        guard rowBytes >= width, rowBytes <= 1 << 24 else {
            throw TrackingError(
                .invalidPlane, "rows of \(rowBytes) bytes do not fit \(width) pixels")
        }
        guard bytes.count >= rowBytes * (height - 1) + width else {
            throw TrackingError(
                .invalidPlane,
                "\(width)×\(height) pixels in rows of \(rowBytes) bytes need "
                    + "\(rowBytes * (height - 1) + width) bytes, there are \(bytes.count)")
        }
        self.width = width
        self.height = height
        self.rowBytes = rowBytes
        self.bytes = bytes
    }

    /// Whether another plane has the same width and height.
    func hasSize(of other: LuminancePlane) -> Bool {
        width == other.width && height == other.height
    }
}
