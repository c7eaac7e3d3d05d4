/// Tells which model an installation shall use: the seam for A/B tests of models.
public protocol ModelNameProvider: Sendable {
    /// The model's name behind a parameter, such as `object_model`.
    ///
    /// - Throws: ``ModelSourceError``, with code `notFound` when nothing is known of the parameter.
    func modelName(for parameter: String) async throws(ModelSourceError) -> ModelID
}
