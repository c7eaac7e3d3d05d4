/// The results of `sight model run`, which `--json` prints as JSON.
package struct RunReport: Encodable, Sendable {
    /// The path as the user wrote it.
    package let model: String
    /// The key of the chosen signature; `nil` if none was chosen.
    package let signature: String?
    /// The outputs of the graph, in order.
    package let outputs: [OutputSummary]
}
