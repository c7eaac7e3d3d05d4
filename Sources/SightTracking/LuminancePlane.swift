/// The grey picture of one upright frame: one byte a pixel, rows from top to bottom.
///
/// A value that shares the caller's array, so that making one from a camera's or a video's luma
/// plane copies nothing.
public struct LuminancePlane: Sendable {
    /// Pixels in a row, in 1…`maximumSide`.
    public let width: Int
    /// Rows, in 1…`maximumSide`.
    public let height: Int
    /// Bytes from one row to the next, at least `width`.
    public let rowBytes: Int
    /// The rows; at least `rowBytes × (height − 1) + width` bytes.
    public let bytes: [UInt8]

    /// The largest width or height.
    public static let maximumSide = 1 << 16

    /// Makes a plane.
    ///
    /// - Throws: `invalidPlane` when the sizes and the bytes do not belong together.
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
