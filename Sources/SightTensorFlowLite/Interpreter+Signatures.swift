import SightModelFile

extension Interpreter {
    /// The keys of the model's signatures in the model's order.
    public var signatureKeys: [String] { model.signatures.map(\.key) }

    /// Makes a signature runner with allocated tensors, which keeps the interpreter alive.
    ///
    /// - Throws: ``SignatureRunnerError/failedToCreateSignatureRunner(signatureKey:)`` and
    ///   ``SignatureRunnerError/failedToAllocateTensors``.
    public func signatureRunner(with key: String) throws -> SignatureRunner {
        try SignatureRunner(self, signatureKey: key)
    }
}
