/// Bytes that never change, together with whatever keeps them alive.
///
/// Aligned to their elements at least; the 64 bytes after the end are readable.
package struct ConstantBytes: Sendable {
    /// Keeps the bytes alive, and does nothing else.
    nonisolated(unsafe) private let owner: AnyObject
    /// The bytes; valid while this value lives, and written before it was made.
    nonisolated(unsafe) package let bytes: UnsafeRawBufferPointer

    /// Wraps bytes that `owner` keeps alive.
    package init(_ bytes: UnsafeRawBufferPointer, owner: AnyObject) {
        self.bytes = bytes
        self.owner = owner
    }

    /// A copy of the bytes as elements; a rest shorter than one element is left out.
    package func elements<Element: BitwiseCopyable>(_ type: Element.Type) -> [Element] {
        let stride = MemoryLayout<Element>.stride
        return (0..<bytes.count / stride).map {
            bytes.loadUnaligned(fromByteOffset: $0 * stride, as: type)
        }
    }

    /// The first element of bytes that a layer has checked; `nil` when there are none.
    package func start<Element: BitwiseCopyable>(of type: Element.Type) -> UnsafePointer<Element>? {
        bytes.baseAddress?.assumingMemoryBound(to: type)
    }
}
