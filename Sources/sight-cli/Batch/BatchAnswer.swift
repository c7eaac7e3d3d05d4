/// The output line for one input of a batch: the command's report, and the `id` of the input.
struct BatchAnswer<Report: Encodable>: Encodable {
    let id: BatchIdentifier?
    let report: Report

    private enum CodingKeys: String, CodingKey { case id }

    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
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
