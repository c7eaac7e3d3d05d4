public import Foundation

/// The result of a task for one frame.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPTaskResult)
#endif
open class TaskResult: NSObject, NSCopying,
    @unchecked Sendable  // an open class; every stored property is a constant
{
    /// When the frame was taken; 0 for single images.
    public let timestampInMilliseconds: Int

    /// Makes a result.
    public init(timestampInMilliseconds: Int) {
        self.timestampInMilliseconds = timestampInMilliseconds
    }

    /// The result itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
