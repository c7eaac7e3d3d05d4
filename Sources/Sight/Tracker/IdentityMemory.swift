package import SightTracking

/// The labels of a stream's objects, by tracking ID.
///
/// The memory is bounded: identities that have not been seen for a while are forgotten, and the
/// oldest ones as soon as there are too many.
package struct IdentityMemory: Sendable {
    /// The labels and the appearance of one object.
    package struct Entry: Sendable {
        /// The localizer's labels for it.
        var detected = LabelTally()
        /// The classifier's latest labels that agree with most of its answers; `nil` before the
        /// first.
        package fileprivate(set) var labels: [Label]?
        /// The classifier's labels for it.
        fileprivate var named = LabelTally()
        /// The appearance of the object when it was named.
        var signature: CropSignature?
        /// Whether the classifier is naming it now.
        var isBeingNamed = false
        fileprivate var lastSeen: FrameTime
    }

    /// The number of seconds after which an identity that is not seen is forgotten.
    private static let patience = 10.0
    private static let maximumCount = 512
    /// The label that represents an answer without labels; its weight is lower than that of others.
    private static let nothing = Label(text: "", index: -1, score: 0.3)

    private var entries: [Int: Entry] = [:]

    /// Makes an empty memory.
    package init() {}

    /// The number of known identities.
    package var count: Int { entries.count }

    /// The entry of an identity; `nil` for an unknown one.
    package subscript(id: Int) -> Entry? { entries[id] }

    /// Records that an identity was seen, with the localizer's label if it was detected.
    package mutating func see(_ id: Int, detected label: Label?, at time: FrameTime) {
        entries[id, default: Entry(lastSeen: time)].lastSeen = time
        if let label { entries[id]?.detected.add(label) }
    }

    /// Records that the classifier starts to name an identity.
    mutating func startNaming(_ id: Int) { entries[id]?.isBeingNamed = true }

    /// Stores the classifier's answer; an answer for a forgotten identity is ignored.
    ///
    /// An answer that contradicts most earlier ones is counted but not shown. An answer without
    /// labels counts less than others, so several of them are needed.
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

    /// Forgets the identities that have not been seen for long.
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
