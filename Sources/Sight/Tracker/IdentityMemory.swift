package import SightTracking

/// What is known about the objects of a stream beyond their boxes: their labels.
///
/// Bounded: identities that have not been seen for a while are forgotten, the oldest first when
/// there are too many.
package struct IdentityMemory: Sendable {
    /// What is known of one object.
    package struct Entry: Sendable {
        /// What the localizer takes it for.
        var detected = LabelTally()
        /// The classifier's latest labels that agree with most of its answers; `nil` before the
        /// first.
        package fileprivate(set) var labels: [Label]?
        /// What the classifier has taken it for.
        fileprivate var named = LabelTally()
        /// What the object looked like when it was named.
        var signature: CropSignature?
        /// Whether the classifier is at it.
        var isBeingNamed = false
        fileprivate var lastSeen: FrameTime
    }

    /// Seconds after which an identity that nobody sees is forgotten.
    private static let patience = 10.0
    private static let maximumCount = 512
    /// Stands for an answer without labels, which weighs less than one with.
    private static let nothing = Label(text: "", index: -1, score: 0.3)

    private var entries: [Int: Entry] = [:]

    /// Knows nobody.
    package init() {}

    /// Number of identities known.
    package var count: Int { entries.count }

    /// What is known of an identity.
    package subscript(id: Int) -> Entry? { entries[id] }

    /// Notes that an identity was seen, with the localizer's label if it was detected.
    package mutating func see(_ id: Int, detected label: Label?, at time: FrameTime) {
        entries[id, default: Entry(lastSeen: time)].lastSeen = time
        if let label { entries[id]?.detected.add(label) }
    }

    /// Notes that the classifier starts on an identity.
    mutating func startNaming(_ id: Int) { entries[id]?.isBeingNamed = true }

    /// Keeps what the classifier says; identities that are gone are left out.
    ///
    /// An answer that most earlier ones contradict is not shown; neither is one without a label,
    /// until there are more of them.
    mutating func name(_ id: Int, _ labels: [Label]?, signature: CropSignature?) {
        entries[id]?.isBeingNamed = false
        guard let labels else { return }
        learn(id, labels)
        entries[id]?.signature = signature
    }

    /// Counts one answer of the classifier.
    package mutating func learn(_ id: Int, _ labels: [Label]) {
        guard var entry = entries[id] else { return }
        entry.named.add(labels.first ?? Self.nothing)
        let usual = entry.named.label ?? Self.nothing
        let first = labels.first ?? Self.nothing
        if entry.labels == nil || (first.index, first.text) == (usual.index, usual.text) {
            entry.labels = labels
        }
        entries[id] = entry
    }

    /// Forgets who has not been seen for long.
    package mutating func forget(at time: FrameTime) {
        if entries.values.contains(where: { time.seconds(since: $0.lastSeen) > Self.patience }) {
            entries = entries.filter { time.seconds(since: $0.value.lastSeen) <= Self.patience }
        }
        while entries.count > Self.maximumCount,
            let oldest = entries.min(by: {
                ($0.value.lastSeen, $0.key) < ($1.value.lastSeen, $1.key)
            })
        {
            entries[oldest.key] = nil
        }
    }

    /// Forgets everything.
    mutating func reset() { entries = [:] }
}
