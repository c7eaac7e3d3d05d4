/// Pixels in memory of others, such as a camera's frame, that are read in place and not copied.
///
/// Who lends keeps the memory as long as this object lives and does not write to it.
package protocol LentPixels: AnyObject, Sendable {
    /// Shows the bytes of a plane, which stay where they are until `body` returns.
    ///
    /// - Parameters:
    ///   - index: the plane, from 0.
    ///   - body: reads the bytes.
    /// - Returns: what `body` returns; `nil` when the memory cannot be had.
    func withPlane<Value>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value?
}
