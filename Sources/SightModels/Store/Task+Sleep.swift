extension Task<Never, Never> {
    /// Suspends the task for some seconds; `sleep(for:)` needs iOS 16.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    package static func sleep(seconds: Double) async throws {
        // The bounds make the conversion exact for every argument, NaN included.
        let nanoseconds = min(max(seconds, 0), 1e9) * 1e9
        try await sleep(nanoseconds: UInt64(exactly: nanoseconds.rounded()) ?? 0)
    }
}
