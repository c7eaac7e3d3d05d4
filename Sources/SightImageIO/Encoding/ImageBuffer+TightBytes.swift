import SightImage

extension ImageBuffer {
    /// The rows of the first plane, without gaps between them.
    var tightBytes: [UInt8] {
        let (plane, rowWidth) = (planes[0], width * format.bytesPerPixel)
        if plane.rowBytes == rowWidth, plane.bytes.count == rowWidth * height { return plane.bytes }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(rowWidth * height)
        for row in 0..<height {
            let start = row * plane.rowBytes
            bytes += plane.bytes[start..<start + rowWidth]
        }
        return bytes
    }
}
