#if !canImport(Darwin)
    public import Foundation

    /// A code of four characters.
    public typealias OSType = UInt32
    /// How a call ended; 0 is success.
    public typealias CVReturn = Int32
    /// How a call ended; 0 is success.
    public typealias OSStatus = Int32
    /// Options as system calls take them.
    public typealias CFDictionary = NSDictionary
    /// Who gives memory: always the system here.
    public final class CFAllocator: Sendable {}

    /// The system's memory.
    public let kCFAllocatorDefault: CFAllocator? = nil

    /// Done.
    public let kCVReturnSuccess: CVReturn = 0
    /// A value that cannot be.
    public let kCVReturnInvalidArgument: CVReturn = -6661
    /// A pixel format that buffers here do not have.
    public let kCVReturnInvalidPixelFormat: CVReturn = -6680
    /// A size that no picture can have.
    public let kCVReturnInvalidSize: CVReturn = -6681

    /// Blue, green, red, alpha; `BGRA`.
    public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
    /// Alpha, red, green, blue.
    public let kCVPixelFormatType_32ARGB: OSType = 0x0000_0020
    /// NV12 with all of 0…255; `420f`.
    public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
    /// NV12 with luma 16…235; `420v`.
    public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
    /// The key of a pixel format in settings.
    public let kCVPixelBufferPixelFormatTypeKey = "PixelFormatType"
    /// The key of a width in settings.
    public let kCVPixelBufferWidthKey = "Width"
    /// The key of a height in settings.
    public let kCVPixelBufferHeightKey = "Height"

    /// How memory is locked.
    public struct CVPixelBufferLockFlags: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt64
        /// Makes a value from its bits.
        public init(rawValue: UInt64) { self.rawValue = rawValue }
        /// Nothing will be written.
        public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
    }
#endif
