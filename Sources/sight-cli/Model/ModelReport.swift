import Sight
import SightInference
import SightModelFile
import SightTensor

/// The report of `sight model inspect`, which `--json` prints as JSON.
package struct ModelReport: Encodable, Sendable {
    /// The path as the user wrote it.
    package let model: String
    /// The length of the file in bytes.
    package let bytes: Int
    /// The description that the converter wrote into the file.
    package let description: String
    /// The main graph's inputs, in order.
    package let inputs: [TensorReport]
    /// The main graph's outputs, in order.
    package let outputs: [TensorReport]
    /// The operators of all graphs, by name and version.
    package let operators: [OperatorReport]
    /// Every graph, the main one first.
    package let subgraphs: [SubgraphReport]
    /// The signatures.
    package let signatures: [SignatureReport]
    /// The metadata of the model.
    package let metadata: MetadataReport
    /// The memory that a run needs; `nil` if the model cannot run.
    package let memory: MemoryReport?
    /// The family by which a detector's outputs are decoded; `nil` if the model is no detector.
    package let head: HeadReport?
    /// The reasons why the model cannot run; empty if it can.
    package let problems: [String]

    /// Creates the report of a model.
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
