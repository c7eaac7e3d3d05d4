#if Video && canImport(CLibAV)
    import Dispatch

    /// How fast the packets of one connection arrive, which tells a stored file from a live source.
    struct ArrivalPace {
        private let start = DispatchTime.now()
        /// The seconds that opening and reading have taken.
        private var waitedSeconds = 0.0
        private var packetCount = 0
        /// The packets and the seconds of waiting so far, noted each time that the reader has waited
        /// for another second; the last two notes.
        private var marks = [(packets: 0, waited: 0.0), (packets: 0, waited: 0.0)]

        /// The seconds since the connection began to be opened.
        var seconds: Double { start.secondsAgo }

        /// Counts the time until now as a wait for the source.
        mutating func noteOpening() { waitedSeconds = seconds }

        /// Counts a packet of the video.
        mutating func notePacket() { packetCount += 1 }

        /// Counts the time that a read has taken.
        mutating func noteWait(seconds: Double) {
            waitedSeconds += seconds
            if waitedSeconds - marks[1].waited > 1 {
                marks = [marks[1], (packetCount, waitedSeconds)]
            }
        }

        /// Returns whether the packets arrive faster than their frames are shown.
        ///
        /// A slow consumer may also be the reason for a long time; the waits for the packets are
        /// then short.
        ///
        /// - Parameter rate: The number of frames per second, above 0.
        /// - Returns: `true` for a file, and for a source that sends stored frames.
        func isFaster(thanRate rate: Double) -> Bool {
            // A server of a live source may begin with the packets of many seconds.
            let newest = Double(packetCount - marks[0].packets) / rate
            let shown = Double(packetCount) / rate
            return waitedSeconds - marks[0].waited < 0.5 * newest
                && (seconds < 0.8 * shown || waitedSeconds < 0.05 * shown)
        }
    }
#endif
