import Foundation
import NIOCore

/// The threads that read and write.
enum EventLoops {
    /// Lets there be one for two processors: call it before there are any.
    ///
    /// Reading and writing is a small part of what inference is, and every thread more interrupts it
    /// more often. What the environment says already counts for more.
    static func limit() {
        setenv("NIO_SINGLETON_GROUP_LOOP_COUNT", String(max(1, System.coreCount / 2)), 0)
    }
}
