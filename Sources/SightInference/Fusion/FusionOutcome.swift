/// The outcome of one candidate of the ``FusionPlan``.
package struct FusionOutcome: Sendable {
    package let rule: FusionRule
    /// The node that is fused, or might have been.
    package let node: Int
    /// The node that it is fused into, or might have been.
    package let host: Int?
    /// The reason why the node is not fused; `nil` if it is.
    package let refusal: String?
}
