public import SightModels

extension SignedManifest {
    /// Signs a release, and adds the history of the keys.
    ///
    /// - Throws: ``ModelDeliveryError``.
    public init(_ release: ModelRelease, history: KeyHistory, signers: [SigningKey])
        throws(ModelDeliveryError)
    {
        self.init(
            release: SignedEnvelope(
                payload: try release.json(), type: ModelRelease.payloadType),
            keys: history.successors)
        try countersign(by: signers)
    }

    /// Adds signatures, for signers who work on several machines.
    ///
    /// - Throws: ``ModelDeliveryError``.
    public mutating func countersign(by signers: [SigningKey]) throws(ModelDeliveryError) {
        for signer in signers { try signer.sign(&release) }
    }
}
