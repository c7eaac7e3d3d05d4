extension SigningKeys {
    /// The newest set that this one and its successors hand over to.
    ///
    /// Each successor has the next version and the same publisher, and enough of the keys of its predecessor
    /// and of its own have signed it. Sets that are not newer than this one are passed over.
    ///
    /// - Parameters:
    ///   - successors: envelopes of ``SigningKeys``, by version.
    ///   - scheme: checks signatures.
    /// - Returns: the newest set; this one if there is no newer one.
    /// - Throws: ``ModelDeliveryError`` with code `untrusted`.
    public func newest(of successors: [SignedEnvelope], _ scheme: some SignatureScheme)
        throws(ModelDeliveryError) -> SigningKeys
    {
        var keys = self
        for envelope in successors {
            let claimed = envelope.unverifiedContent.flatMap { try? SigningKeys(json: Array($0)) }
            guard let next = claimed else {
                throw ModelDeliveryError(.untrusted, "a set of keys is malformed")
            }
            guard next.version > keys.version else { continue }
            guard next.version == keys.version + 1, next.publisher == keys.publisher else {
                throw ModelDeliveryError(
                    .untrusted,
                    "the keys of \(next.publisher), version \(next.version), do not follow those of "
                        + "\(keys.publisher), version \(keys.version)")
            }
            // The old keys hand over; the new ones show that their owners have them.
            for signers in [keys, next] {
                _ = try envelope.content(type: Self.payloadType, signedBy: signers, scheme)
            }
            keys = next
        }
        return keys
    }
}
