/// Selects a model by a hash of the installation's identifier, without a server.
///
/// The same installation always gets the same model. Over many installations, the shares are as
/// stated.
public struct HashBucketNameProvider: ModelNameProvider {
    /// One of the models of an experiment.
    public struct Variant: Hashable, Sendable {
        /// The model.
        public let model: ModelID
        /// The share of the model, relative to the shares of the others.
        public let weight: Double

        /// Makes a variant.
        public init(model: ModelID, weight: Double) {
            self.model = model
            self.weight = weight
        }
    }

    private let installation: String
    private let experiments: [String: [Variant]]

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - installation: an identifier that does not change for one installation, such as its
    ///     Firebase identifier.
    ///   - experiments: the variants of each parameter.
    public init(installation: String, experiments: [String: [Variant]]) {
        self.installation = installation
        self.experiments = experiments
    }

    /// Returns the model of the variant to which the installation belongs.
    public func modelName(for parameter: String) async throws(ModelDeliveryError) -> ModelID {
        let bucket = RolloutBucket(installation: installation, salt: "experiment:\(parameter)")
        guard let variants = experiments[parameter],
            let choice = bucket.choice(weights: variants.map(\.weight))
        else {
            throw ModelDeliveryError(
                .notFound, "no model is set for the parameter \"\(parameter)\"")
        }
        return variants[choice].model
    }
}
