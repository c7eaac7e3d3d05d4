/// Selects the model that an installation uses, for A/B tests of models.
public protocol ModelNameProvider: Sendable {
    /// Returns the name of the model for a parameter, such as `object_model`.
    ///
    /// - Throws: ``ModelDeliveryError``, with the code `notFound` if the provider does not know the
    ///   parameter.
    func modelName(for parameter: String) async throws(ModelDeliveryError) -> ModelID
}
