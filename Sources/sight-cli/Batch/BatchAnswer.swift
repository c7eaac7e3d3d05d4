/// The output line for one input of a batch: the command's report, and the `id` of the input.
///
/// An input without an `id` has the number of its `line` in the list instead.
struct BatchAnswer<Report: Encodable>: Encodable {
    let entry: BatchEntry
    let report: Report

    private enum CodingKeys: String, CodingKey { case id, line }

    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(entry.id, forKey: .id)
        if entry.id == nil { try container.encode(entry.line, forKey: .line) }
    }
}

/// The output line for an input that failed.
struct BatchFailure: Encodable {
    struct Reason: Encodable { let message: String }
    let file: String?
    let error: Reason

    init(_ entry: BatchEntry, _ message: String) {
        file = entry.path
        error = Reason(message: message)
    }
}
