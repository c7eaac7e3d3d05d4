import SightModels

extension SigningKey {
    /// Checks that the key belongs to one of several sets; signatures of other keys count for none.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `invalidArgument`, naming the public key.
    func requireMembership(in sets: [SigningKeys]) throws(ModelDeliveryError) {
        let key = try verificationKey()
        guard !sets.contains(where: { $0.keys.contains(key) }) else { return }
        let names = sets.map { "\($0.publisher), version \($0.version)" }
        throw ModelDeliveryError(
            .invalidArgument,
            "the key \(key) cannot sign: it is not one of the keys of "
                + names.joined(separator: ", or of "))
    }
}
