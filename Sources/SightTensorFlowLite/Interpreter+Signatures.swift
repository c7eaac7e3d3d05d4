import SightModelFile

extension Interpreter {
    /// The keys of the model's signatures in the model's order.
    public var signatureKeys: [String] { model.signatures.map(\.key) }

    /// Makes what runs a signature; it keeps the interpreter alive and its tensors are allocated.
    ///
    /// - Throws: ``SignatureRunnerError/failedToCreateSignatureRunner(signatureKey:)`` and
    ///   ``SignatureRunnerError/failedToAllocateTensors``.
    public func signatureRunner(with key: String) throws -> SignatureRunner {
        try SignatureRunner(self, signatureKey: key)
    }
}
