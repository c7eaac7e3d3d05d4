#if canImport(ObjectiveC)
    import Foundation

    /// ``ThreadWaitType`` for Objective-C.
    @objc(TFLMetalDelegateThreadWaitType)
    public enum TFLMetalDelegateThreadWaitType: UInt {
        /// The thread does not wait.
        case doNotWait
        /// The thread sleeps.
        case passive
        /// The thread spins, for a lower latency at the cost of power.
        case active
        /// The thread spins and keeps the GPU awake.
        case aggressive

        init(_ type: ThreadWaitType) {
            self =
                switch type {
                case .none: .doNotWait
                case .passive: .passive
                case .active: .active
                case .aggressive: .aggressive
                }
        }

        /// The value for Swift.
        var swift: ThreadWaitType {
            switch self {
            case .doNotWait: .none
            case .passive: .passive
            case .active: .active
            case .aggressive: .aggressive
            }
        }
    }
#endif
