package import SightModelFile

/// A named entry point of a model.
package struct SignatureReport: Encodable, Sendable {
    /// A tensor with its name in the signature.
    package struct Entry: Encodable, Sendable {
        package let name: String
        package let tensor: Int
    }

    package let key: String
    package let subgraph: Int
    package let inputs: [Entry]
    package let outputs: [Entry]

    /// Creates the report of a signature.
    package init(_ signature: Signature) {
        key = signature.key
        subgraph = signature.subgraph
        inputs = signature.inputs.map { Entry(name: $0.name, tensor: $0.tensor) }
        outputs = signature.outputs.map { Entry(name: $0.name, tensor: $0.tensor) }
    }
}
