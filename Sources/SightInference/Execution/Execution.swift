package import SightModelFile
import SightTensor

/// The memory to run a prepared graph in: one for each run at a time.
///
/// Not thread-safe; make one for each thread, they share the prepared graph.
package final class Execution {
    /// What runs.
    package let graph: PreparedGraph
    /// The resource variables that nodes assign and read.
    let resources: ResourceStore
    private let stringStore: StringStore
    /// The strings of inputs by tensor index; each run gives them numbers anew.
    private var inputStrings: [Int: [[UInt8]]] = [:]
    private let first: StageExecution
    /// The stages prepared while running, kept from run to run while their plans serve.
    private var later: [StageExecution] = []

    private var last: StageExecution { later.last ?? first }

    /// Allocates the arena; variables start as zero.
    ///
    /// Resource variables live in `resources`, which executions of graphs of one model on one
    /// thread may share.
    package convenience init(_ graph: PreparedGraph, resources: ResourceStore = ResourceStore()) {
        self.init(graph, resources: resources, strings: StringStore(graph.strings))
    }

    /// Allocates the arena for calls by a graph that has these strings.
    init(_ graph: PreparedGraph, resources: ResourceStore, strings: StringStore) {
        self.graph = graph
        self.resources = resources
        stringStore = strings
        first = StageExecution(
            graph.stage, resources: resources, strings: strings, pool: graph.pool)
    }

    /// All tensors of the graph by tensor index, with their shapes in the last run.
    package var tensors: [TensorSpec] { last.plan.tensors }

    /// The outputs in the graph's order, with their shapes in the last run.
    package var outputs: [TensorSpec] { graph.outputs.map { tensors[$0.slot.index] } }

    /// The bytes of an input, output or variable, or of any tensor a signature names.
    ///
    /// Valid while this object lives, overwritten by runs; those of an output whose shape only a
    /// run makes known are none before it, and valid until the next. Other tensors share their
    /// memory with each other.
    package func bytes(_ tensor: TensorSpec) -> UnsafeMutableRawBufferPointer {
        last.bytes(tensor.slot.index)
    }

    /// The elements of a string tensor that ``bytes(_:)`` may show; valid until the next run.
    package func strings(_ tensor: TensorSpec) -> [[UInt8]] {
        if let strings = inputStrings[tensor.slot.index] { return strings }
        return bytes(tensor).bindMemory(to: UInt32.self).map { stringStore[$0] }
    }

    /// Sets the elements of a string input for all runs to come.
    ///
    /// - Throws: ``ModelError`` with code `invalidInput` when it is no string input or takes
    ///   another number of strings; nothing is changed then.
    package func setStrings(_ strings: [[UInt8]], of input: TensorSpec) throws(ModelError) {
        guard graph.inputs.contains(where: { $0.slot == input.slot }),
            input.elementType == .string, input.shape.elementCount == strings.count
        else {
            throw ModelError(
                .invalidInput,
                "\"\(input.name)\" is \(input.elementType) \(input.shape), which cannot hold "
                    + "\(strings.count) strings")
        }
        inputStrings[input.slot.index] = strings
    }

    private func numberInputStrings() {
        for (tensor, values) in inputStrings {
            let numbers = first.bytes(tensor).bindMemory(to: UInt32.self)
            for (index, value) in values.enumerated() {
                numbers[index] = stringStore.number(of: value)
            }
        }
    }

    /// Sets all variable tensors to zero and forgets all resource variables.
    package func resetVariables() {
        for variable in graph.variables {
            first.bytes(variable.slot.index).initializeMemory(as: UInt8.self, repeating: 0)
        }
        resources.reset()
    }

    /// Runs all nodes in order.
    ///
    /// Allocates nothing when the shapes of all tensors are known before.
    ///
    /// - Parameter observe: called after each step with its node's index, for profiles; what it
    ///   throws ends the run, for cancellation.
    /// - Throws: ``ModelError`` with code `outOfRange` or `cancelled`, and whatever preparing
    ///   throws where shapes depend on computed values; the inputs stay as they were and the next
    ///   run starts afresh.
    package func run(observing observe: ((_ node: Int) throws(ModelError) -> Void)? = nil)
        throws(ModelError)
    {
        resources.startRun()
        stringStore.forget()
        numberInputStrings()
        try runCalled(observing: observe)
    }

    /// Runs all nodes in order, as part of the run of a graph that calls this one.
    func runCalled(observing observe: ((_ node: Int) throws(ModelError) -> Void)? = nil)
        throws(ModelError)
    {
        do throws(ModelError) {
            try first.run(observing: observe)
            guard first.plan.continuation != nil else { return }
            try runLaterStages(observing: observe)
        } catch {
            // Later stages may show bytes that a called graph has given up.
            later = []
            first.forgetShown()
            throw error
        }
    }

    private func runLaterStages(observing observe: ((_ node: Int) throws(ModelError) -> Void)?)
        throws(ModelError)
    {
        var (stage, index) = (first, 0)
        while let rest = stage.plan.continuation {
            if index < later.count, later[index].plan.serves(after: stage) {
                later[index].refresh(after: stage)
            } else {
                later.removeSubrange(index...)
                guard index < graph.limits.stageCount else {
                    throw ModelError(
                        .tooLarge,
                        "shapes depend on computed values more than \(index) times in a row")
                }
                later.append(
                    StageExecution(
                        try rest.prepare(after: stage), after: stage, resources: resources,
                        strings: stringStore, pool: graph.pool))
            }
            stage = later[index]
            index += 1
            try stage.run(observing: observe)
        }
    }
}
