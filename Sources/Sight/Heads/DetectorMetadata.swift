package import SightModelFile

/// The metadata that MediaPipe's model maker writes about raw boxes: the anchors and their
/// decoding.
///
/// - Source: MediaPipe's schema of object detector metadata, file identifier V001.
package struct DetectorMetadata: Sendable {
    /// Anchors; `nil` when there are none.
    package let anchors: [AnchorBox]?
    /// Number of classes; `nil` when not stated.
    package let classCount: Int?
    /// The decoding of the boxes.
    package let decoding: AnchorDecoding
    /// Whether a sigmoid must be applied to scores.
    package let scoresAreLogits: Bool

    /// The name of the entry in the metadata.
    static let name = "DETECTOR_METADATA"
    private static let anchorLimit = 1 << 20

    /// Reads the table.
    ///
    /// - Throws: `ModelError` with codes `malformed`, `tooLarge` and `invalidMetadata`.
    package init(_ data: [UInt8]) throws(ModelError) {
        let root = try FlatTable(rootOf: ModelBytes(data))
        anchors = try Self.anchors(root)
        let options = try root.table(2)
        let count = Int(try options?.scalar(0, default: Int32(0)) ?? 0)
        classCount = count > 0 ? count : nil
        var scale = SIMD4<Float>.one
        for side in 0..<4 {
            scale[side] = try options?.scalar(6 + side, default: Float(0)) ?? 0
        }
        guard scale.min() > 0, scale.max().isFinite else {
            throw ModelError(
                .invalidMetadata, "the detector's metadata has box scales of \(scale)")
        }
        let isExponential = try options?.scalar(10, default: UInt8(0)) ?? 0
        decoding = AnchorDecoding(scale: scale, isExponential: isExponential != 0)
        scoresAreLogits = try options?.scalar(11, default: UInt8(0)) ?? 0 != 0
    }

    private static func anchors(_ root: FlatTable) throws(ModelError) -> [AnchorBox]? {
        guard let list = try root.table(1)?.table(0) else { return nil }
        let tables = try list.tables(0)
        guard tables.count <= anchorLimit else {
            throw ModelError(
                .tooLarge, "\(tables.count) anchors, the limit is \(anchorLimit)")
        }
        var anchors: [AnchorBox] = []
        for index in tables.indices {
            let table = try tables[index]
            anchors.append(
                AnchorBox(
                    centerX: try table.scalar(0, default: 0),
                    centerY: try table.scalar(1, default: 0),
                    width: try table.scalar(2, default: 0),
                    height: try table.scalar(3, default: 0)))
        }
        return anchors
    }
}
