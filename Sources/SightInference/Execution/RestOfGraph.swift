import SightModelFile

/// The nodes after a stage, which cannot be prepared before it has run.
protocol RestOfGraph: Sendable {
    /// Prepares the rest, as far as it goes, once the stages before it have run.
    ///
    /// - Throws: ``ModelError`` when a node is wrong.
    func prepare(after stage: StageExecution) throws(ModelError) -> PreparedStage
}
