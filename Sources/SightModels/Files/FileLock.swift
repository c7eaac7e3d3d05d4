/// A lock between threads and processes, held until it is released or the process ends.
///
/// It is the system's lock on an open file. Every holder opens the file again, so that two tasks of
/// one process exclude each other, too.
package struct FileLock: Sendable {
    private let file: OpenFile

    /// Takes the lock if it is free; `nil` otherwise.
    package init?(trying path: String) throws(ModelDeliveryError) {
        let file = try OpenFile(locking: path)
        guard try file.tryLock() else { return nil }
        self.file = file
    }

    /// Waits for the lock without blocking a thread.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `cancelled` when the task is cancelled.
    package init(waitingFor path: String) async throws(ModelDeliveryError) {
        let file = try OpenFile(locking: path)
        var pause = 0.002
        while try !file.tryLock() {
            do { try await Task.sleep(seconds: pause) } catch { throw .cancelled }
            pause = min(pause * 2, 0.1)
        }
        self.file = file
    }

    /// Keeps the lock until this call.
    package func hold() { withExtendedLifetime(file) {} }
}
