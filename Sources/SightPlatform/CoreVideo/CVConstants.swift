#if !canImport(Darwin)
    public import Foundation

    /// A code of four characters.
    public typealias OSType = UInt32
    /// The result of a call; 0 is success.
    public typealias CVReturn = Int32
    /// The result of a call; 0 is success.
    public typealias OSStatus = Int32
    /// Options of system calls.
    public typealias CFDictionary = NSDictionary
    /// An allocator of memory; here always that of the system.
    public final class CFAllocator: Sendable {}

    /// The allocator of the system.
    public let kCFAllocatorDefault: CFAllocator? = nil

    /// The result of a successful call.
    public let kCVReturnSuccess: CVReturn = 0
    /// An argument is invalid.
    public let kCVReturnInvalidArgument: CVReturn = -6661
    /// The pixel format is not supported.
    public let kCVReturnInvalidPixelFormat: CVReturn = -6680
    /// The size is not possible.
    public let kCVReturnInvalidSize: CVReturn = -6681

    /// Blue, green, red, alpha; `BGRA`.
    public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
    /// Alpha, red, green, blue.
    public let kCVPixelFormatType_32ARGB: OSType = 0x0000_0020
    /// NV12 with values in 0…255; `420f`.
    public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
    /// NV12 with luma in 16…235; `420v`.
    public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
    /// The key of a pixel format in settings.
    public let kCVPixelBufferPixelFormatTypeKey = "PixelFormatType"
    /// The key of a width in settings.
    public let kCVPixelBufferWidthKey = "Width"
    /// The key of a height in settings.
    public let kCVPixelBufferHeightKey = "Height"

    /// The way in which memory is locked.
    public struct CVPixelBufferLockFlags: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt64
        /// Makes a value from its bits.
        public init(rawValue: UInt64) { self.rawValue = rawValue }
        /// The memory is only read.
        public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
    }
#endif
