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
    /// The inputs of the main graph, or of the signature's graph, in order.
    package let inputs: [TensorReport]
    /// The outputs of that graph, in order.
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
    /// The head that decodes a detector's outputs; `nil` if the model is not a detector, or if the
    /// size of its input is open.
    package let head: HeadReport?
    /// The reasons why the model cannot run; empty if it can.
    package let problems: [String]
    /// Whether the model may run once the shape of an input is given.
    package let needsInputShape: Bool

    /// Creates the report of a model with the memory for one of its graphs.
    package init(_ file: LoadedModel, _ entry: EntryPoint, _ resizings: [InputResizing]) {
        let model = file.model
        self.model = file.path
        bytes = model.bytes.count
        description = model.description
        let custom = CustomOperatorList.standard.find
        var problems = model.unsupportedNodes(from: entry.index, customOperators: custom)
            .map { "\($0) is not supported" }
        var needsInputShape = false
        var graph: PreparedGraph?
        do throws(ModelError) {
            graph = try model.prepare(
                subgraph: entry.index, inputShapes: resizings.shapes,
                pool: WorkerPool(threadCount: 1), customOperators: custom)
        } catch {
            let problem = PreparationProblem(error, entry, resizings)
            needsInputShape = problems.isEmpty && problem.lacksShape
            if problems.isEmpty { problems = [problem.message(takesFiles: false)] }
        }
        self.problems = problems
        self.needsInputShape = needsInputShape
        memory = graph.map(MemoryReport.init)
        subgraphs = model.subgraphs.enumerated().map { index, subgraph in
            SubgraphReport(subgraph, prepared: index == entry.index ? graph : nil)
        }
        let tensors = subgraphs[entry.index].tensors
        inputs = entry.graph.inputs.map { tensors[$0] }
        outputs = entry.graph.outputs.map { tensors[$0] }
        operators = OperatorReport.list(model)
        signatures = model.signatures.map(SignatureReport.init)
        metadata = MetadataReport(model)
        head = graph == nil || entry.index != 0 ? nil : HeadReport(path: file.path)
    }
}
