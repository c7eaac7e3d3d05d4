/// Rows of grey pixels in memory of others, such as a camera's frame, that are read in place.
///
/// Who lends keeps the memory as long as this object lives and does not write to it.
package protocol LentLuminance: AnyObject, Sendable {
    /// Shows the rows, which stay where they are until `body` returns.
    ///
    /// - Parameter body: reads the bytes; there are never fewer than at the first call.
    /// - Returns: what `body` returns; `nil` when the memory cannot be had.
    func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value?
}
