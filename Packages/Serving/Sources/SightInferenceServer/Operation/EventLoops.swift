import Foundation
import NIOCore

/// The threads that read and write connections.
enum EventLoops {
    /// Limits them to one for two processors; call it before the first one starts.
    ///
    /// Reading and writing are a small part of the work, and each further thread interrupts
    /// inference more often. A value in the environment takes precedence.
    static func limit() {
        setenv("NIO_SINGLETON_GROUP_LOOP_COUNT", String(max(1, System.coreCount / 2)), 0)
    }
}
