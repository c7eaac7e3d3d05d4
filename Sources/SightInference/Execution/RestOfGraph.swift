import SightModelFile

/// The nodes after a stage, which cannot be prepared before it has run.
protocol RestOfGraph: Sendable {
    /// Prepares the next stage, after the stages before it have run.
    ///
    /// - Throws: ``ModelError`` if a node is invalid.
    func prepare(after stage: StageExecution) throws(ModelError) -> PreparedStage
}
