/// Pixels in the memory of another owner, such as a camera's frame, that are read without a copy.
///
/// The owner keeps the memory as long as this object exists and does not write to it.
package protocol LentPixels: AnyObject, Sendable {
    /// Calls `body` with the bytes of a plane, which do not move until `body` returns.
    ///
    /// - Parameters:
    ///   - index: the plane, from 0.
    ///   - body: reads the bytes.
    /// - Returns: the result of `body`; `nil` if the memory is not available.
    func withPlane<Value>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value?

    /// Returns the number of bytes of a plane, which does not change; `nil` if the memory is not
    /// available.
    func byteCount(ofPlane index: Int) -> Int?
}

extension LentPixels {
    /// Returns the number of bytes of a plane, whose memory must be available for that.
    package func byteCount(ofPlane index: Int) -> Int? { withPlane(index) { $0.count } }
}
