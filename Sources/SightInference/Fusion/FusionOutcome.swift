/// What became of a candidate of the ``FusionPlan``.
package struct FusionOutcome: Sendable {
    package let rule: FusionRule
    /// The node whose work goes, or would have gone.
    package let node: Int
    /// The node that does it, or would have.
    package let host: Int?
    /// Why the node does its own work; `nil` where it is fused.
    package let refusal: String?
}
