#if Video && canImport(CLibAV)
    import CLibAV

    /// The packets that a reader has seen last, by which it knows those that a playlist offers again.
    struct PacketMemory {
        private struct Mark: Hashable {
            let times: [Int64]
            let size: Int32
        }

        /// More packets than the segments of a live playlist have.
        private static let capacity = 4096

        private var marks: Set<Mark> = []
        private var order: [Mark] = []
        private var next = 0

        /// Notes a packet.
        ///
        /// - Returns: whether it is new; packets without times always are.
        mutating func notes(_ packet: AVPacket) -> Bool {
            guard packet.dts != sight_av_no_time else { return true }
            let mark = Mark(times: [packet.pts, packet.dts], size: packet.size)
            guard marks.insert(mark).inserted else { return false }
            if order.count < Self.capacity {
                order.append(mark)
            } else {
                marks.remove(order[next])
                order[next] = mark
                next = (next + 1) % Self.capacity
            }
            return true
        }
    }
#endif
