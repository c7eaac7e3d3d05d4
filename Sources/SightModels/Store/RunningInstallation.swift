import SightConcurrency

/// A running installation, for which other parts of the process can wait.
package final class RunningInstallation: Sendable {
    private struct State: Sendable {
        /// The number of downloads for which the installation has waited, or waits now.
        var downloads = 0
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []

        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            defer { waiters = [] }
            return waiters
        }
    }

    /// The installation to which the current task belongs; `nil` outside of installations.
    @TaskLocal package static var current: RunningInstallation?

    private let state = Guarded(State())

    /// Runs an installation, which is ``current`` inside of it.
    static func run<Value: Sendable>(_ body: @Sendable () async -> Value) async -> Value {
        let installation = RunningInstallation()
        defer { installation.change { $0.isOver = true } }
        return await $current.withValue(installation) { await body() }
    }

    /// The number of downloads for which the installation has waited, or waits now.
    package var downloadCount: Int { state.current.downloads }

    /// Notes that the installation waits for a download, which another process may perform.
    package func waitsForDownload() { change { $0.downloads += 1 } }

    /// Waits until the installation is over, or until it waits for a further download.
    ///
    /// - Parameter count: the value of ``downloadCount`` before the wait.
    package func settle(after count: Int) async {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                if state.isOver || state.downloads != count { return true }
                state.waiters.append(continuation)
                return false
            }
            if isSettled { continuation.resume() }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiters = state.withLock { state in
            body(&state)
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }
}
