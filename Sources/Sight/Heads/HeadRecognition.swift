import SightInference
import SightModelFile
import SightTensor

/// Finds the decoder for a model's outputs.
package enum HeadRecognition {
    /// Returns the decoder that fits the facts: the one of the head that the options name,
    /// otherwise the first one that accepts the outputs.
    ///
    /// - Throws: ``DetectionError`` with code `invalidModel` if no head fits, or if the named head
    ///   does not.
    package static func find(_ facts: HeadFacts) throws(DetectionError) -> any HeadDecoder {
        for decoder in DetectionHead.decoders {
            guard facts.wanted == nil || facts.wanted == decoder.head else { continue }
            if let found = try decoder.bind(facts) { return found }
        }
        let shapes = facts.outputs.map(\.shape)
        guard let wanted = facts.wanted else {
            throw DetectionError(.detectorOutputs(shapes: shapes), hint: hint(shapes))
        }
        let needs = DetectionHead.decoders.first { $0.head == wanted }?.needs
        throw DetectionError(
            .headMismatch(head: wanted, needs: needs ?? "four outputs", shapes: shapes))
    }

    private static func hint(_ shapes: [[Int]]) -> String {
        shapes.count == 1 && shapes[0].count == 2
            ? "; this looks like a classification model: use it as the classifier"
            : "; if you know the head, name it in the option head: "
                + DetectionHead.allCases.map(\.rawValue).joined(separator: ", ")
    }
}

extension HeadFacts {
    /// Collects the facts of a prepared model.
    init(
        _ session: ModelSession, metadata: ModelMetadata?, labels: [String],
        options: LocalizerOptions, input: TensorSpec
    ) throws(DetectionError) {
        let graph = session.model.main
        let extents = input.shape.dimensions
        let origins = OutputOrigins(graph)
        let custom = metadata?.customEntries[DetectorMetadata.name]
        self.init(
            outputs: zip(session.graph.outputs, graph.outputs).enumerated().map { index, output in
                Output(
                    index: index, name: output.0.name, shape: output.0.shape.dimensions,
                    origins: origins.names(of: output.1))
            },
            width: extents.count == 4 ? extents[2] : 0, height: extents.count == 4 ? extents[1] : 0,
            labelCount: labels.count, startsWithBackground: DetectorLabels.isBackground(labels),
            operators: Set(graph.nodes.map(\.code.name)), wanted: options.head,
            anchors: options.anchors,
            metadata: try DetectionError.wrapping { () throws(ModelError) in
                try custom.map { data throws(ModelError) in try DetectorMetadata(data) }
            })
    }
}
