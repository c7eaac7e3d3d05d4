/// Immutable bytes, together with the object that keeps them alive.
///
/// The bytes are aligned for their elements, and the 64 bytes after the end are readable, too.
package struct ConstantBytes: Sendable {
    /// The object that keeps the bytes alive; nothing else uses it.
    nonisolated(unsafe) private let owner: AnyObject
    /// The bytes; they are valid as long as this value exists, and nothing writes them any more.
    nonisolated(unsafe) package let bytes: UnsafeRawBufferPointer

    /// Wraps bytes that `owner` keeps alive.
    package init(_ bytes: UnsafeRawBufferPointer, owner: AnyObject) {
        self.bytes = bytes
        self.owner = owner
    }

    /// Returns a copy of the bytes as elements; a remainder shorter than one element is dropped.
    package func elements<Element: BitwiseCopyable>(_ type: Element.Type) -> [Element] {
        let stride = MemoryLayout<Element>.stride
        return (0..<bytes.count / stride).map {
            bytes.loadUnaligned(fromByteOffset: $0 * stride, as: type)
        }
    }

    /// Returns a pointer to the first element; `nil` when there are no bytes.
    ///
    /// The operator has checked the element type and the number of bytes before.
    package func start<Element: BitwiseCopyable>(of type: Element.Type) -> UnsafePointer<Element>? {
        bytes.baseAddress?.assumingMemoryBound(to: type)
    }
}
