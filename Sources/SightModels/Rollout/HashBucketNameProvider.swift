/// Chooses among models by a hash of the installation, without any server.
///
/// The same installation always gets the same model; over many, the shares come out as stated.
public struct HashBucketNameProvider: ModelNameProvider {
    /// One model of an experiment.
    public struct Variant: Hashable, Sendable {
        /// The model.
        public let model: ModelID
        /// Its share, relative to the others'.
        public let weight: Double

        /// Makes a variant.
        public init(model: ModelID, weight: Double) {
            self.model = model
            self.weight = weight
        }
    }

    private let installation: String
    private let experiments: [String: [Variant]]

    /// Makes a provider.
    ///
    /// - Parameters:
    ///   - installation: what stays the same for one installation, such as its Firebase identifier.
    ///   - experiments: the variants of each parameter.
    public init(installation: String, experiments: [String: [Variant]]) {
        self.installation = installation
        self.experiments = experiments
    }

    /// The variant that the installation's hash falls into.
    public func modelName(for parameter: String) async throws(ModelSourceError) -> ModelID {
        let bucket = RolloutBucket(installation: installation, salt: "experiment:\(parameter)")
        guard let variants = experiments[parameter],
            let choice = bucket.choice(weights: variants.map(\.weight))
        else {
            throw ModelSourceError(.notFound, "no model is set for the parameter \"\(parameter)\"")
        }
        return variants[choice].model
    }
}
