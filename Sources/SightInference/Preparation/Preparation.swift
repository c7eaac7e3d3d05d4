package import SightModelFile
package import SightTensor

/// What an operator's `prepare` may see and ask for: its tensors, its outputs' shapes, scratch.
///
/// A class, since what an operator asks for changes the state of the graph.
package final class Preparation {
    /// The node being prepared.
    package let node: Node
    /// Threads that will share the tasks.
    package let threadCount: Int
    /// How 8-bit convolutions round.
    package var rounding: Rounding { graph.rounding }
    let graph: GraphPreparation
    /// Operators that run before the returned one, in order.
    private(set) var phases: [any PreparedOperator] = []

    init(node: Node, threadCount: Int, graph: GraphPreparation) {
        self.node = node
        self.threadCount = threadCount
        self.graph = graph
    }

    // MARK: Inputs

    /// Number of inputs, absent optional ones included.
    package var inputCount: Int { node.inputs.count }
    /// Number of outputs.
    package var outputCount: Int { node.outputs.count }

    /// An input that must be there.
    package func input(_ index: Int) throws(ModelError) -> TensorSpec {
        guard let spec = try optionalInput(index) else { throw fail("input \(index) is absent") }
        return spec
    }

    /// An input that may be absent.
    package func optionalInput(_ index: Int) throws(ModelError) -> TensorSpec? {
        guard node.inputs.indices.contains(index), let tensor = node.inputs[index] else {
            return nil
        }
        return graph.spec(tensor)
    }

    /// An output as the file declares it: type and quantisation count, the shape does not.
    package func output(_ index: Int) throws(ModelError) -> TensorSpec {
        guard node.outputs.indices.contains(index) else { throw fail("output \(index) is absent") }
        return graph.spec(node.outputs[index])
    }

    // MARK: Values that shape the plan

    /// The bytes of an input that shape the plan, such as axes: a constant's, or those that
    /// another node computes.
    ///
    /// They stay valid as long as the prepared operator. Where they are computed, the graph is
    /// prepared up to here; the rest waits for the run and is prepared again whenever the bytes
    /// change.
    ///
    /// - Throws: ``ModelError``; pass it on.
    package func values(_ index: Int) throws(ModelError) -> ConstantBytes {
        let spec = try input(index)
        if let constant = spec.constant { return constant }
        let bytes = try earlierBytes(of: spec, index)
        let copy = try storage(byteCount: bytes.count)
        copy.bytes.copyMemory(from: bytes)
        let values = ConstantBytes(UnsafeRawBufferPointer(copy.bytes), owner: copy)
        graph.note(.bytes(values), of: spec.slot.index, bytes.count)
        return values
    }

    /// A number found in the bytes of an input, such as how many elements are true.
    ///
    /// As ``values(_:)``, but the rest is prepared again only when the number changes.
    ///
    /// - Throws: ``ModelError``; pass it on.
    package func number(
        in index: Int, find: @escaping @Sendable (UnsafeRawBufferPointer) -> Int
    ) throws(ModelError) -> Int {
        let spec = try input(index)
        if let constant = spec.constant { return find(constant.bytes) }
        let bytes = try earlierBytes(of: spec, index)
        let number = find(bytes)
        graph.note(.number(number, find: find), of: spec.slot.index, bytes.count)
        return number
    }

    private func earlierBytes(of spec: TensorSpec, _ index: Int) throws(ModelError)
        -> UnsafeRawBufferPointer
    {
        guard let bytes = graph.earlierBytes(of: spec.slot.index) else {
            throw fail(
                .unsupported,
                "input \(index) \"\(spec.name)\" is computed at run time, "
                    + "only constants are supported there")
        }
        return bytes
    }

    /// The largest number, by its amount, of a list that shapes the plan.
    ///
    /// No extent is as large, so that a larger one says nothing else. Sums of these numbers and products of
    /// two of them fit into an `Int`; `Scripts/check-arithmetic.py` looks for what does not.
    private static let bound = 1 << 31

    /// The integers of an `int32` or `int64` input that shape the plan, such as axes or a shape; those of
    /// more than 32 bits come as the nearest of 32.
    ///
    /// - Throws: ``ModelError`` as ``values(_:)``, and with codes `invalidNode` and `tooLarge`.
    package func integers(_ index: Int) throws(ModelError) -> [Int] {
        try wideIntegers(index).map { min(max($0, -Self.bound), Self.bound) }
    }

    /// The integers of an `int32` or `int64` input, whatever they are.
    ///
    /// - Throws: ``ModelError`` as ``values(_:)``, and with codes `invalidNode` and `tooLarge`.
    package func wideIntegers(_ index: Int) throws(ModelError) -> [Int] {
        let spec = try input(index)
        guard [.int32, .int64, .resource].contains(spec.elementType) else {
            throw fail("input \(index) is \(spec.elementType), expected int32 or int64")
        }
        guard spec.shape.elementCount <= graph.limits.controlCount else {
            throw fail(
                .tooLarge,
                "input \(index) \(spec.shape) has more than \(graph.limits.controlCount) numbers")
        }
        let values = try values(index)
        return spec.elementType == .int64
            ? values.elements(Int64.self).map { Int(truncatingIfNeeded: $0) }
            : values.elements(Int32.self).map(Int.init)
    }

    // MARK: Outputs and memory

    /// Where weights are left to be packed.
    var packing: WeightPacking { graph.packing }

    /// Zeroed memory for as long as the prepared operator lives: every operator takes it here, so that one
    /// budget holds for all of them.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func storage(byteCount: Int) throws(ModelError) -> AlignedStorage {
        try graph.budget.spend(byteCount, place: place)
        return AlignedStorage(byteCount: byteCount)
    }

    /// Zeroed memory for the packed weights of a layer.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func packedStorage(byteCount: Int) throws(ModelError) -> AlignedStorage {
        try graph.budget.spend(byteCount, place: place)
        return packing.storage(byteCount: byteCount)
    }

    /// Gives an output the element type that the operator makes, whatever the file declares.
    ///
    /// TensorFlow Lite's arithmetic does so, and old converters rely on it.
    package func setType(_ index: Int, _ elementType: ElementType) throws(ModelError) {
        _ = try output(index)
        graph.setType(node.outputs[index], elementType)
    }

    /// Fixes an output's shape and gives its place.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    @discardableResult
    package func setOutput(_ index: Int, shape: Shape) throws(ModelError) -> TensorSpec {
        let spec = try output(index)
        try graph.setShape(node.outputs[index], shape, place: place)
        return graph.spec(node.outputs[index], slot: spec.slot)
    }

    /// Makes an output share an input's bytes: nothing moves at run time.
    ///
    /// - Precondition: both take the same number of bytes; the operator returns ``NoOperation``.
    package func alias(output: Int, input: Int, shape: Shape) throws(ModelError) {
        let source = try self.input(input)
        let target = try setOutput(output, shape: shape)
        let isString = [source, target].map { $0.elementType == .string }
        guard source.byteCount == target.byteCount, isString[0] == isString[1] else {
            throw fail(
                "output \(target.shape) \(target.elementType) cannot show the "
                    + "\(source.byteCount) bytes of input \(source.shape) \(source.elementType)")
        }
        guard let tensor = node.inputs[input] else { return }
        graph.alias(node.outputs[output], to: tensor)
    }

    /// Makes output 0 show a tensor that has the node's result already.
    func show(_ tensor: Int) throws(ModelError) {
        let result = graph.spec(tensor)
        try setType(0, result.elementType)
        try setOutput(0, shape: result.shape)
        graph.alias(node.outputs[0], to: tensor)
    }

    /// What is to be done to results of floats after the node's own work and clamp.
    ///
    /// `adds`: whether the operator can add a tensor to its results.
    func epilogue(after range: ClosedRange<Float>, adds: Bool) -> Epilogue {
        graph.epilogue(of: node, after: range, adds: adds)
    }

    /// The border of an input that its shape counts and memory does not have.
    func border(ofInput index: Int) -> VirtualBorder? {
        node.inputs[index].flatMap { graph.fusion.borders[$0] }
    }

    /// Fixes an output to bytes known now, such as a shape; the operator returns ``NoOperation``.
    ///
    /// - Precondition: the bytes are as many as the shape takes.
    package func setConstant<Element: BitwiseCopyable>(
        _ index: Int, shape: Shape, _ elements: [Element]
    ) throws(ModelError) {
        let output = try setOutput(index, shape: shape)
        let storage = try storage(byteCount: output.byteCount)
        elements.withUnsafeBytes { storage.bytes.copyMemory(from: UnsafeRawBufferPointer($0)) }
        graph.makeConstant(
            node.outputs[index],
            ConstantBytes(UnsafeRawBufferPointer(storage.bytes), owner: storage))
    }

    /// Leaves an output's shape to the run, which has to call ``TensorMemory/show(_:_:shape:owner:)``.
    ///
    /// The rest of the graph is prepared after that.
    package func setOutputAtRunTime(_ index: Int) throws(ModelError) {
        _ = try output(index)
        graph.leaveToRun(node.outputs[index])
    }

    /// Notes that the node does more than its outputs tell: it runs even if all inputs are constant.
    package func noteEffects() { graph.hasEffects = true }

    /// What the node's random numbers go by.
    var randomStreamName: RandomStreamName {
        RandomStreamName(subgraph: graph.subgraph, node: node.index)
    }

    /// The number that handles of a resource variable hold.
    func resource(_ name: ResourceName) throws(ModelError) -> Int {
        guard let number = graph.model.resources[name] else { throw fail("no variable \(name)") }
        return number
    }

    /// Ceilings for sizes and counts.
    var limits: ModelLimits { graph.limits }

    /// Whether the file fixes all extents of an output.
    func declaresShape(ofOutput index: Int) throws(ModelError) -> Bool {
        _ = try output(index)
        return !graph.graph.tensors[node.outputs[index]].shapeSignature.contains(-1)
    }

    /// Prepares a graph of the model for the node to call with tensors of its own.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode` when the tensors do not fit its inputs,
    ///   `tooLarge` for calls too deep or too many, and whatever preparing throws.
    func call(_ subgraph: Int, _ arguments: [TensorSpec]) throws(ModelError) -> GraphCall {
        guard graph.model.subgraphs.indices.contains(subgraph) else {
            throw fail("calls graph \(subgraph) of \(graph.model.subgraphs.count)")
        }
        let inputs = graph.model.subgraphs[subgraph].inputs
        guard inputs.count == arguments.count else {
            throw fail(
                "gives \(arguments.count) tensors to graph \(subgraph), which takes \(inputs.count)"
            )
        }
        let shapes = Dictionary(
            uniqueKeysWithValues: arguments.enumerated().map { ($0.offset, $0.element.shape) })
        let slot = try graph.prepareCall(subgraph, inputShapes: shapes, place: place)
        let callee = graph.child(slot)
        for (argument, parameter) in zip(arguments, callee.inputs)
        where argument.elementType != parameter.elementType || argument.shape != parameter.shape {
            throw fail(
                "gives \(argument.elementType) \(argument.shape) to graph \(subgraph), which takes "
                    + "\(parameter.elementType) \(parameter.shape)")
        }
        return GraphCall(slot: slot, arguments: arguments, callee: callee, place: place)
    }

    /// Reserves working memory for this node alone, aligned to 64 bytes, contents undefined.
    package func scratch(byteCount: Int) throws(ModelError) -> TensorSlot {
        try graph.scratch(byteCount: byteCount, place: place)
    }

    /// Adds an operator that runs to its end before the next phase and the returned one.
    package func addPhase(_ phase: any PreparedOperator) {
        phases.append(phase)
    }

    /// The bytes of the node's custom options.
    package func customOptions() throws(ModelError) -> UnsafeRawBufferPointer {
        try graph.model.bytes.slice(node.customOptions)
    }

    // MARK: Errors

    /// The node's place in messages: `CONV_2D #14 "conv_3"`.
    package var place: String { graph.place(of: node) }

    /// An error with code `invalidNode` that names this node.
    package func fail(_ message: String) -> ModelError { fail(.invalidNode, message) }

    /// An error that names this node.
    package func fail(_ code: ModelError.Code, _ message: String) -> ModelError {
        ModelError(code, "\(place): \(message)")
    }
}
