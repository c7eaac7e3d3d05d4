#if Video && canImport(CLibAV)
    import Dispatch

    /// The time without frames after a lost connection, and the attempts to connect again.
    struct Outage {
        /// The longest wait between two attempts, in seconds.
        private static let longestWait = 5.0

        private let start = DispatchTime.now()
        /// The number of attempts so far.
        private(set) var attempts = 0

        /// The seconds since the connection was lost.
        var seconds: Double { start.secondsAgo }

        /// Whether the options allow another attempt.
        func allowsAttempt(_ options: VideoOptions) -> Bool {
            attempts < options.maximumReconnections && seconds < options.reconnectionTime
        }

        /// Counts an attempt.
        ///
        /// - Returns: the seconds to wait before it; each wait is twice as long as the one before.
        mutating func nextWait(_ options: VideoOptions) -> Double {
            let wait = min(0.25 * Double(1 << min(attempts, 8)), Self.longestWait)
            attempts += 1
            return max(0, min(wait, options.reconnectionTime - seconds))
        }
    }

    extension DispatchTime {
        /// The seconds from this moment to now.
        var secondsAgo: Double {
            let now = DispatchTime.now().uptimeNanoseconds
            return now > uptimeNanoseconds ? Double(now - uptimeNanoseconds) / 1e9 : 0
        }
    }
#endif
