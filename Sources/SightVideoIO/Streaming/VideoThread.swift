import SightConcurrency

/// The threads that read and write videos.
package enum VideoThread {
    /// The size of the stack of a new thread in bytes; tests ask for more than any system has.
    @TaskLocal package static var stackSize: Int = 1 << 20

    /// Starts a thread, which ends with its body.
    ///
    /// - Parameters:
    ///   - name: the name of the thread.
    ///   - code: the code of the error.
    ///   - body: the work of the thread.
    /// - Throws: an error with this code if the system makes no thread.
    static func start(
        _ name: String, orThrow code: VideoErrorCode, _ body: @escaping @Sendable () -> Void
    ) throws(VideoError) {
        guard WorkerThread.start(name, stackSize: stackSize, body) else {
            throw VideoError(
                code,
                "the system makes no thread \(name): its limit of threads or of memory is reached; "
                    + "raise the limit (ulimit -u, or that of the container) or end other threads")
        }
    }
}
