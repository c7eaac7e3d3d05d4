package import SightModelFile
package import SightTensor

/// The interface of an operator's `prepare`: its tensors, the shapes of its outputs, and memory.
///
/// It is a class because requests of an operator change the state of the graph.
package final class Preparation {
    /// The node that is being prepared.
    package let node: Node
    /// The number of threads that will run the tasks.
    package let threadCount: Int
    /// The rounding rule of 8-bit convolutions.
    package var rounding: Rounding { graph.rounding }
    /// The number format in which float layers multiply.
    var precision: FloatPrecision { graph.precision }
    let graph: GraphPreparation
    /// The operators that run before the returned one, in order.
    private(set) var phases: [any PreparedOperator] = []

    init(node: Node, threadCount: Int, graph: GraphPreparation) {
        self.node = node
        self.threadCount = threadCount
        self.graph = graph
    }

    // MARK: Inputs

    /// The number of inputs, including absent optional ones.
    package var inputCount: Int { node.inputs.count }
    /// The number of outputs.
    package var outputCount: Int { node.outputs.count }

    /// Returns a required input.
    package func input(_ index: Int) throws(ModelError) -> TensorSpec {
        guard let spec = try optionalInput(index) else { throw fail("input \(index) is absent") }
        return spec
    }

    /// Returns an optional input; `nil` if it is absent.
    package func optionalInput(_ index: Int) throws(ModelError) -> TensorSpec? {
        guard node.inputs.indices.contains(index), let tensor = node.inputs[index] else {
            return nil
        }
        return graph.spec(tensor)
    }

    /// Returns an output with the type and quantization in the file; its shape is not final.
    package func output(_ index: Int) throws(ModelError) -> TensorSpec {
        guard node.outputs.indices.contains(index) else { throw fail("output \(index) is absent") }
        return graph.spec(node.outputs[index])
    }

    // MARK: Values that determine shapes

    /// Returns the bytes of an input that determines shapes, such as axes, even if a node computes
    /// it.
    ///
    /// The bytes are valid as long as the prepared operator exists. If another node computes them,
    /// only the nodes before this one are prepared now. The others are prepared during the run, and
    /// again whenever the bytes change.
    ///
    /// - Throws: ``ModelError``, which the caller must pass on.
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

    /// Returns a number computed from the bytes of an input, such as the number of true elements.
    ///
    /// It is like ``values(_:)``, but the nodes are only prepared again if the number changes.
    ///
    /// - Throws: ``ModelError``, which the caller must pass on.
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

    /// The largest magnitude of a number in a list that determines shapes.
    ///
    /// Extents are smaller, so that larger numbers mean the same. Sums of these numbers and
    /// products of two of them fit into an `Int`; `Scripts/check-arithmetic.py` finds other
    /// arithmetic.
    private static let bound = 1 << 31

    /// Returns the integers of an `int32` or `int64` input that determines shapes, such as axes.
    ///
    /// Numbers of more than 32 bits are limited to 32 bits.
    ///
    /// - Throws: the errors of ``values(_:)``, and ``ModelError`` with codes `invalidNode` and
    ///   `tooLarge`.
    package func integers(_ index: Int) throws(ModelError) -> [Int] {
        try wideIntegers(index).map { min(max($0, -Self.bound), Self.bound) }
    }

    /// Returns the integers of an `int32` or `int64` input without a limit.
    ///
    /// - Throws: the errors of ``values(_:)``, and ``ModelError`` with codes `invalidNode` and
    ///   `tooLarge`.
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

    /// The packing of weights.
    var packing: WeightPacking { graph.packing }

    /// Allocates zeroed memory that exists as long as the prepared operator.
    ///
    /// Every operator allocates its memory here, so that one budget limits all of it.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func storage(byteCount: Int) throws(ModelError) -> AlignedStorage {
        try graph.budget.spend(byteCount, place: place)
        return AlignedStorage(byteCount: byteCount)
    }

    /// Counts a list that the operator makes and keeps, before it is made.
    ///
    /// Small files can have many nodes, each of which keeps a list of its own.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    package func spendList<Element>(_ count: Int, of _: Element.Type) throws(ModelError) {
        try graph.budget.spend(count * MemoryLayout<Element>.stride, place: place)
    }

    /// Allocates zeroed memory for the packed weights of a layer.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func packedStorage(byteCount: Int) throws(ModelError) -> AlignedStorage {
        try graph.budget.spend(byteCount, place: place)
        return packing.storage(byteCount: byteCount)
    }

    /// Sets the element type of an output, regardless of the type in the file.
    ///
    /// TensorFlow Lite's arithmetic does the same, and old converters depend on it.
    package func setType(_ index: Int, _ elementType: ElementType) throws(ModelError) {
        _ = try output(index)
        graph.setType(node.outputs[index], elementType)
    }

    /// Sets an output's shape and returns its slot.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    @discardableResult
    package func setOutput(_ index: Int, shape: Shape) throws(ModelError) -> TensorSpec {
        let spec = try output(index)
        try graph.setShape(node.outputs[index], shape, place: place)
        return graph.spec(node.outputs[index], slot: spec.slot)
    }

    /// Makes an output share an input's bytes, so that nothing is copied at run time.
    ///
    /// A variable is copied, because a later node may write it. A constant is copied if its address
    /// does not fit the output's elements.
    ///
    /// - Precondition: both have the same number of bytes; the operator returns ``NoOperation``.
    package func alias(output: Int, input: Int, shape: Shape) throws(ModelError) {
        let source = try self.input(input)
        let target = try setOutput(output, shape: shape)
        let isString = [source, target].map { $0.elementType == .string }
        guard source.byteCount == target.byteCount, isString[0] == isString[1] else {
            throw fail(
                "output \(target.shape) \(target.elementType) cannot show the "
                    + "\(source.byteCount) bytes of input \(source.shape) \(source.elementType)")
        }
        guard !source.isVariable else {
            return addPhase(
                TensorCopy(from: source.slot, to: target.slot, byteCount: source.byteCount))
        }
        if let bytes = source.constant?.bytes, let start = bytes.baseAddress,
            Int(bitPattern: start) % (target.elementType.byteWidth ?? 1) != 0
        {
            return try setConstant(output, shape: shape, Array(bytes))
        }
        guard let tensor = node.inputs[input] else { return }
        graph.alias(node.outputs[output], to: tensor)
    }

    /// Makes an output share a part of an input's bytes, from `offset` on, if that is possible.
    ///
    /// Variables and constants are copied, as are parts that the memory plan would have aligned
    /// otherwise.
    ///
    /// - Precondition: the output has its shape, and the input has its bytes from `offset` on.
    /// - Returns: whether nothing has to be copied.
    func aliasPart(output: Int, input: Int, offset: Int) throws(ModelError) -> Bool {
        let source = try self.input(input)
        guard !source.isVariable, source.constant == nil, offset % ArenaPlanner.alignment == 0,
            let tensor = node.inputs[input]
        else { return false }
        graph.alias(node.outputs[output], to: tensor, offset: offset)
        return true
    }

    /// Makes output 0 an alias of a tensor that already has the node's result.
    func show(_ tensor: Int) throws(ModelError) {
        let result = graph.spec(tensor)
        try setType(0, result.elementType)
        try setOutput(0, shape: result.shape)
        graph.alias(node.outputs[0], to: tensor)
    }

    /// Returns the steps to apply to float results after the node's own work and clamp.
    ///
    /// `adds` tells whether the operator can add a tensor to its results.
    func epilogue(after range: ClosedRange<Float>, adds: Bool) -> Epilogue {
        graph.epilogue(of: node, after: range, adds: adds)
    }

    /// Returns the border of an input that is part of its shape but not in memory.
    func border(ofInput index: Int) -> VirtualBorder? {
        node.inputs[index].flatMap { graph.fusion.borders[$0] }
    }

    /// Makes an output a constant, such as a shape; the operator returns ``NoOperation``.
    ///
    /// - Precondition: the number of bytes is the one that the shape needs.
    package func setConstant<Element: BitwiseCopyable>(
        _ index: Int, shape: Shape, _ elements: [Element]
    ) throws(ModelError) {
        try setConstant(index, shape: shape) { bytes in
            elements.withUnsafeBytes { bytes.copyMemory(from: $0) }
        }
    }

    /// Makes an output a constant.
    ///
    /// `fill` receives the bytes of the output, which are all zero, and writes the constant into
    /// them.
    func setConstant(
        _ index: Int, shape: Shape, fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(ModelError) {
        let output = try setOutput(index, shape: shape)
        let storage = try storage(byteCount: output.byteCount)
        fill(storage.bytes)
        graph.makeConstant(
            node.outputs[index],
            ConstantBytes(UnsafeRawBufferPointer(storage.bytes), owner: storage))
    }

    /// Leaves an output's shape to the run, which must call
    /// ``TensorMemory/show(_:_:shape:owner:)``.
    ///
    /// The nodes after this one are prepared after that.
    package func setOutputAtRunTime(_ index: Int) throws(ModelError) {
        _ = try output(index)
        graph.leaveToRun(node.outputs[index])
    }

    /// Records that the node has effects besides its outputs: it runs even with constant inputs.
    package func noteEffects() { graph.hasEffects = true }

    /// The name of the node's stream of random numbers.
    var randomStreamName: RandomStreamName {
        RandomStreamName(subgraph: graph.subgraph, node: node.index)
    }

    /// Returns the number that handles of a resource variable hold.
    func resource(_ name: ResourceName) throws(ModelError) -> Int {
        guard let number = graph.model.resources[name] else { throw fail("no variable \(name)") }
        return number
    }

    /// The limits for sizes and counts.
    var limits: ModelLimits { graph.limits }

    /// Whether the file declares all extents of an output.
    func declaresShape(ofOutput index: Int) throws(ModelError) -> Bool {
        _ = try output(index)
        return !graph.graph.tensors[node.outputs[index]].shapeSignature.contains(-1)
    }

    /// Prepares a graph of the model that the node calls with some of its tensors.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode` if the tensors do not fit the graph's
    ///   inputs, `tooLarge` for calls that are too deep or too many, and the errors of preparing.
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
        return GraphCall(
            slot, arguments, callee, graph.model.subgraphs[subgraph], place: place)
    }

    /// Reserves undefined working memory for this node alone, aligned to 64 bytes.
    package func scratch(byteCount: Int) throws(ModelError) -> TensorSlot {
        try graph.scratch(byteCount: byteCount, place: place)
    }

    /// Returns a tensor with bytes that the operator has made.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func constant(_ bytes: ConstantBytes, elementType: ElementType, shape: Shape)
        throws(ModelError) -> TensorSpec
    {
        let slot = try scratch(byteCount: bytes.bytes.count)
        graph.makeConstant(slot.index, bytes)
        return TensorSpec(
            slot: slot, info: nil, elementType: elementType, shape: shape, constant: bytes)
    }

    /// Adds an operator that runs completely before the next phase and the returned one.
    package func addPhase(_ phase: any PreparedOperator) {
        phases.append(phase)
    }

    /// Returns the bytes of the node's custom options.
    package func customOptions() throws(ModelError) -> UnsafeRawBufferPointer {
        try graph.model.bytes.slice(node.customOptions)
    }

    // MARK: Errors

    /// The name of the node in error messages, such as `CONV_2D #14 "conv_3"`.
    package var place: String { graph.place(of: node) }

    /// Returns an error with code `invalidNode` that names this node.
    @inline(never)
    package func fail(_ message: String) -> ModelError { fail(.invalidNode, message) }

    /// Returns an error that names this node.
    @inline(never)
    package func fail(_ code: ModelError.Code, _ message: String) -> ModelError {
        ModelError(code, "\(place): \(message)")
    }
}
