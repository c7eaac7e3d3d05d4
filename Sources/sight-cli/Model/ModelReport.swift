import Sight
import SightInference
import SightModelFile
import SightTensor

/// All that `sight model inspect` tells, as data: `--json` is this, encoded.
package struct ModelReport: Encodable, Sendable {
    /// The path as the user wrote it.
    package let model: String
    /// Length of the file.
    package let bytes: Int
    /// Free text that the converter left.
    package let description: String
    /// The main graph's inputs, in order.
    package let inputs: [TensorReport]
    /// The main graph's outputs, in order.
    package let outputs: [TensorReport]
    /// Kinds of operators in all graphs, by name and version.
    package let operators: [OperatorReport]
    /// Every graph, the main one first.
    package let subgraphs: [SubgraphReport]
    /// Named entry points.
    package let signatures: [SignatureReport]
    /// What the model says about itself.
    package let metadata: MetadataReport
    /// What a run takes; `nil` when the model cannot run.
    package let memory: MemoryReport?
    /// The detector's head that the outputs are read with; `nil` when the model is no detector.
    package let head: HeadReport?
    /// Why the model cannot run, every reason found; empty when it can.
    package let problems: [String]

    /// Looks at a model.
    package init(_ file: LoadedModel) {
        let model = file.model
        self.model = file.path
        bytes = model.bytes.count
        description = model.description
        let custom = CustomOperatorList.standard.find
        var problems = model.unsupportedNodes(from: 0, customOperators: custom)
            .map { "\($0) is not supported" }
        var graph: PreparedGraph?
        do throws(ModelError) {
            graph = try model.prepare(
                pool: WorkerPool(threadCount: 1), customOperators: custom)
        } catch {
            if problems.isEmpty { problems = [error.message] }
        }
        self.problems = problems
        memory = graph.map(MemoryReport.init)
        subgraphs = model.subgraphs.enumerated().map { index, subgraph in
            SubgraphReport(subgraph, prepared: index == 0 ? graph : nil)
        }
        let main = subgraphs[0].tensors
        inputs = model.main.inputs.map { main[$0] }
        outputs = model.main.outputs.map { main[$0] }
        operators = OperatorReport.list(model)
        signatures = model.signatures.map(SignatureReport.init)
        metadata = MetadataReport(model)
        head = graph == nil ? nil : HeadReport(path: file.path)
    }
}
