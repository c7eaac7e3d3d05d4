import Foundation

/// Threads that run one body each.
///
/// The `Thread` of Foundation ignores that the system makes no thread; its body then never runs.
package enum WorkerThread {
    /// Starts a thread, which ends with its body.
    ///
    /// - Parameters:
    ///   - name: the name of the thread.
    ///   - stackSize: the size of its stack in bytes; `nil` for the size that the system chooses.
    ///   - body: the work of the thread.
    /// - Returns: whether the system has made the thread; it makes none beyond its limits of
    ///   threads and of memory.
    package static func start(
        _ name: String, stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void
    ) -> Bool {
        #if os(Windows)
            let thread = Thread(block: body)
            thread.name = name
            if let stackSize { thread.stackSize = stackSize }
            thread.start()
            return true
        #else
            // Safe: the memory lives until the function returns, and nothing uses it later.
            let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
            defer { unsafe attributes.deallocate() }
            guard unsafe pthread_attr_init(attributes) == 0 else { return false }
            defer { unsafe pthread_attr_destroy(attributes) }
            unsafe pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
            if let stackSize { unsafe pthread_attr_setstacksize(attributes, stackSize) }
            #if canImport(Darwin) || canImport(Musl)
                var thread: pthread_t?
            #else
                var thread = pthread_t()
            #endif
            // Safe: exactly one of the thread and this function releases the work.
            let work = unsafe Unmanaged.passRetained(Work(name: name, body: body))
            let status = unsafe pthread_create(
                &thread, attributes,
                { work in
                    unsafe Work.run(work)
                    // Some systems accept no null pointer as the result, which nobody reads.
                    return unsafe work
                }, work.toOpaque())
            if status != 0 { unsafe work.release() }
            return status == 0
        #endif
    }

    #if !os(Windows)
        /// The name and the body of a thread, in an object to which a pointer of C can lead.
        private final class Work: Sendable {
            private let name: String
            private let body: @Sendable () -> Void

            init(name: String, body: @escaping @Sendable () -> Void) {
                self.name = name
                self.body = body
            }

            /// Runs the work to which a retained pointer leads, and releases it.
            static func run(_ pointer: UnsafeMutableRawPointer?) {
                guard let pointer = unsafe pointer else { return }
                // Safe: `start` has retained the work for this call alone.
                let work = unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
                Thread.current.name = work.name
                work.body()
            }
        }
    #endif
}
