public import SightModels

extension SignedManifest {
    /// Signs a release, and adds the history of the keys.
    ///
    /// The signers may be fewer than the newest set demands; others then ``countersign(by:)``.
    ///
    /// - Throws: ``ModelDeliveryError``: `invalidArgument` for a signer whose key is not in the
    ///   newest set, `untrusted` if too few keys have signed this set.
    public init(_ release: ModelRelease, history: KeyHistory, signers: [SigningKey])
        throws(ModelDeliveryError)
    {
        let newest = try history.newest()
        for signer in signers { try signer.requireMembership(in: [newest]) }
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
