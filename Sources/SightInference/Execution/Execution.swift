package import SightModelFile
import SightTensor

/// The memory of one run of a prepared graph.
///
/// It is not thread-safe: each thread needs its own, and all of them can share the prepared graph.
package final class Execution {
    /// The graph that runs.
    package let graph: PreparedGraph
    /// The resource variables that nodes assign and read.
    let resources: ResourceStore
    private let stringStore: StringStore
    /// The strings of inputs by tensor index; each run assigns new numbers to them.
    private var inputStrings: [Int: [[UInt8]]] = [:]
    private let first: StageExecution
    /// The stages that were prepared while running; they are kept as long as their plans are valid.
    private var later: [StageExecution] = []

    private var last: StageExecution { later.last ?? first }

    /// Allocates the arena; variable tensors are the real number 0 at first.
    ///
    /// Resource variables are in `resources`. Executions of graphs of one model on one thread can
    /// share them.
    package convenience init(_ graph: PreparedGraph, resources: ResourceStore = ResourceStore()) {
        self.init(graph, resources: resources, strings: StringStore(graph.strings))
    }

    /// Allocates the arena of a called graph, which shares the strings of the calling graph.
    init(_ graph: PreparedGraph, resources: ResourceStore, strings: StringStore) {
        self.graph = graph
        self.resources = resources
        stringStore = strings
        first = StageExecution(
            graph.stage, resources: resources, strings: strings, pool: graph.pool)
        for variable in graph.variables where Self.firstByte(of: variable) != 0 {
            fill(variable)
        }
    }

    /// Returns the byte that all bytes of a variable are at first: the zero point of int8, else 0.
    ///
    /// - Source: TensorFlow Lite `ResetVariableTensor`.
    private static func firstByte(of variable: TensorSpec) -> UInt8 {
        guard variable.elementType == .int8, let quantization = variable.quantization,
            !quantization.isPerAxis
        else { return 0 }
        return UInt8(truncatingIfNeeded: quantization.zeroPoint)
    }

    private func fill(_ variable: TensorSpec) {
        first.bytes(variable.slot.index).initializeMemory(
            as: UInt8.self, repeating: Self.firstByte(of: variable))
    }

    /// All tensors of the graph by tensor index, with their shapes in the last run.
    package var tensors: [TensorSpec] { last.plan.tensors }

    /// The outputs in the graph's order, with their shapes in the last run.
    package var outputs: [TensorSpec] { graph.outputs.map { tensors[$0.slot.index] } }

    /// Returns the bytes of an input, output or variable, or of a tensor that a signature names.
    ///
    /// They are valid as long as this object exists, and each run overwrites them. An output whose
    /// shape is known only after a run has no bytes before it, and they are valid until the next
    /// run. All other tensors share memory with each other.
    package func bytes(_ tensor: TensorSpec) -> UnsafeMutableRawBufferPointer {
        last.bytes(tensor.slot.index)
    }

    /// Whether a tensor for which ``bytes(_:)`` is allowed has its shape and its bytes.
    ///
    /// An output whose shape is known only after a run has none before it, and none after a run
    /// that failed.
    package func isKnown(_ tensor: TensorSpec) -> Bool { last.plan.isKnown(tensor.slot.index) }

    /// Returns the elements of a string tensor for which ``bytes(_:)`` is allowed; valid until the
    /// next run.
    package func strings(_ tensor: TensorSpec) -> [[UInt8]] {
        if let strings = inputStrings[tensor.slot.index] { return strings }
        return bytes(tensor).bindMemory(to: UInt32.self).map { stringStore[$0] }
    }

    /// Returns one of the elements of ``strings(_:)``.
    ///
    /// - Precondition: the position is below the number of elements.
    package func string(_ tensor: TensorSpec, at position: Int) -> [UInt8] {
        if let strings = inputStrings[tensor.slot.index] { return strings[position] }
        return stringStore[bytes(tensor).bindMemory(to: UInt32.self)[position]]
    }

    /// Sets the elements of a string input for all following runs.
    ///
    /// - Throws: ``ModelError`` with code `invalidInput` if it is not a string input or has another
    ///   number of strings; nothing changes then.
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

    /// Sets all variable tensors to the real number 0 and forgets all resource variables.
    package func resetVariables() {
        graph.variables.forEach(fill)
        resources.reset()
    }

    /// Runs all nodes in order.
    ///
    /// A run allocates no memory if the shapes of all tensors are known before it.
    ///
    /// - Parameters:
    ///   - observe: is called after each step of this graph with its node's index, for profiles; an
    ///     error that it throws ends the run.
    ///   - check: is called after each step of this graph and of called graphs, and after each
    ///     iteration of a loop; an error that it throws ends the run, for cancellation.
    /// - Throws: ``ModelError`` with code `outOfRange` or `cancelled`, and the errors of preparing
    ///   if shapes depend on computed values; the inputs do not change, and the next run starts
    ///   from the beginning.
    package func run(
        observing observe: ((_ node: Int) throws(ModelError) -> Void)? = nil,
        checking check: (() throws(ModelError) -> Void)? = nil
    ) throws(ModelError) {
        resources.startRun()
        resources.check = check
        defer { resources.check = nil }
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
            // Later stages may refer to bytes of a called graph that have been released.
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
                later.append(try prepare(rest, after: stage))
            }
            stage = later[index]
            index += 1
            try stage.run(observing: observe)
        }
    }

    /// Prepares the next stage and allocates its memory.
    ///
    /// The budget of the stage does not contain the stages that other graphs prepare while running,
    /// so that all of them are counted here.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`, and the errors of preparing.
    private func prepare(_ rest: any RestOfGraph, after stage: StageExecution) throws(ModelError)
        -> StageExecution
    {
        let (plan, limits) = (try rest.prepare(after: stage), graph.limits)
        guard
            let arena = CountedBytes(
                plan.arenaByteCount, limit: limits.arenaByteCount, resources.laterArenas),
            let prepared = CountedBytes(
                plan.preparedByteCount, limit: limits.preparedByteCount,
                resources.laterPreparations)
        else {
            throw ModelError(
                .tooLarge,
                "what the graphs of a run prepare while running passes the limit of "
                    + "\(limits.arenaByteCount) bytes of tensors or "
                    + "\(limits.preparedByteCount) bytes of other memory")
        }
        return StageExecution(
            plan, after: stage, resources: resources, strings: stringStore, pool: graph.pool,
            counted: [arena, prepared])
    }
}
