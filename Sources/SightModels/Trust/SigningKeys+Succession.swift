extension SigningKeys {
    /// Returns the newest set in the chain of this set and its successors.
    ///
    /// Each successor has the next version and the same publisher, and it is signed by enough of
    /// its predecessor's keys and by enough of its own keys. Sets that are not newer than this one
    /// are skipped.
    ///
    /// - Parameters:
    ///   - successors: envelopes of ``SigningKeys``, by version.
    ///   - scheme: the algorithm that checks signatures.
    /// - Returns: the newest set; this one if there is no newer one.
    /// - Throws: ``ModelDeliveryError`` with code `untrusted`.
    public func newest(of successors: [SignedEnvelope], _ scheme: some SignatureScheme)
        throws(ModelDeliveryError) -> SigningKeys
    {
        var keys = self
        for envelope in successors {
            let next = try claimed(by: envelope)
            guard next.version > keys.version else { continue }
            guard next.version == keys.version + 1, next.publisher == keys.publisher else {
                throw ModelDeliveryError(
                    .untrusted,
                    "the keys of \(next.publisher), version \(next.version), do not follow those of "
                        + "\(keys.publisher), version \(keys.version)")
            }
            // The old keys approve the new set, and the new keys prove that their owners have them.
            for signers in [keys, next] {
                _ = try envelope.content(type: Self.payloadType, signedBy: signers, scheme)
            }
            keys = next
        }
        return keys
    }

    /// Reads the set of keys in an envelope, without a check of the signatures.
    private func claimed(by envelope: SignedEnvelope) throws(ModelDeliveryError) -> SigningKeys {
        guard let content = envelope.unverifiedContent else {
            throw ModelDeliveryError(.untrusted, "a set of keys is not valid Base64")
        }
        do throws(ModelDeliveryError) {
            return try SigningKeys(json: Array(content))
        } catch {
            throw ModelDeliveryError(.untrusted, "a set of keys is malformed", cause: error)
        }
    }
}
