public import Foundation

/// A number for each pixel of an image, row by row.
///
/// The memory of a mask that a task returns lives as long as the mask. Each mask can be read as
/// bytes and as floats; the elements of the other type are computed when they are first read.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPMask)
#endif
public final class Mask: NSObject, NSCopying, Sendable {
    /// The number of columns.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The type of the elements.
    public let dataType: MaskDataType

    /// The elements, which nothing changes after the initializer.
    nonisolated(unsafe) private let stored: UnsafeRawPointer
    private let isOwner: Bool
    private let lock = NSLock()
    /// The elements as the other type; written once, under the lock, and kept until the end.
    nonisolated(unsafe) private var converted: UnsafeMutableRawPointer?

    private init?<Number>(
        _ data: UnsafePointer<Number>, _ dataType: MaskDataType, _ width: Int, _ height: Int,
        copies: Bool
    ) {
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflows else { return nil }
        if copies {
            let memory = UnsafeMutablePointer<Number>.allocate(capacity: count)
            memory.initialize(from: data, count: count)
            stored = UnsafeRawPointer(memory)
        } else {
            stored = UnsafeRawPointer(data)
        }
        (self.width, self.height, self.dataType) = (width, height, dataType)
        isOwner = copies
    }

    /// Makes a mask of bytes; `nil` if a size is not above 0.
    ///
    /// - Parameters:
    ///   - uInt8Data: `width` × `height` bytes.
    ///   - width: columns.
    ///   - height: rows.
    ///   - shouldCopy: whether the mask copies the data; otherwise the data must outlive it.
    #if canImport(ObjectiveC)
        @objc(initWithUInt8Data:width:height:shouldCopy:)
    #endif
    public convenience init?(
        uInt8Data: UnsafePointer<UInt8>, width: Int, height: Int, shouldCopy: Bool
    ) {
        self.init(uInt8Data, .uInt8, width, height, copies: shouldCopy)
    }

    /// Makes a mask of floats; `nil` if a size is not above 0.
    ///
    /// - Parameters:
    ///   - float32Data: `width` × `height` floats.
    ///   - width: columns.
    ///   - height: rows.
    ///   - shouldCopy: whether the mask copies the data; otherwise the data must outlive it.
    #if canImport(ObjectiveC)
        @objc(initWithFloat32Data:width:height:shouldCopy:)
    #endif
    public convenience init?(
        float32Data: UnsafePointer<Float>, width: Int, height: Int, shouldCopy: Bool
    ) {
        self.init(float32Data, .float32, width, height, copies: shouldCopy)
    }

    deinit {
        if isOwner { stored.deallocate() }
        converted?.deallocate()
    }

    /// The mask as bytes; floats of 0…1 become 0…255.
    public var uint8Data: UnsafePointer<UInt8> {
        read(.uInt8) { (value: Float) in UInt8(max(0, min(255, value.isNaN ? 0 : value * 255))) }
    }

    /// The mask as floats; bytes become 0…1.
    public var float32Data: UnsafePointer<Float> {
        read(.float32) { (value: UInt8) in Float(value) / 255 }
    }

    /// A mask with memory of its own.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy =
            switch dataType {
            case .uInt8: Mask(uint8Data, .uInt8, width, height, copies: true)
            case .float32: Mask(float32Data, .float32, width, height, copies: true)
            }
        return copy ?? self
    }

    private func read<Stored, Wanted>(
        _ type: MaskDataType, _ convert: (Stored) -> Wanted
    ) -> UnsafePointer<Wanted> {
        let count = width * height
        guard type != dataType else { return stored.assumingMemoryBound(to: Wanted.self) }
        return lock.withLock {
            if let converted {
                return UnsafePointer(converted.assumingMemoryBound(to: Wanted.self))
            }
            let values = stored.assumingMemoryBound(to: Stored.self)
            let memory = UnsafeMutablePointer<Wanted>.allocate(capacity: count)
            for place in 0..<count { (memory + place).initialize(to: convert(values[place])) }
            converted = UnsafeMutableRawPointer(memory)
            return UnsafePointer(memory)
        }
    }
}
