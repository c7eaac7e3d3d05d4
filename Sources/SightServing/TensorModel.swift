@_exported public import SightCustomOperators
import SightInference
import SightModelFile
import SightTensor

/// A model with tensors as inputs and outputs.
///
/// It is prepared once, and any number of runners may run it.
/// The runners share the packed weights. Each runner has its own memory for the tensors of a run.
public struct TensorModel: Sendable {
    /// The inputs in the file's order.
    public let inputs: [TensorPort]
    /// The outputs in the file's order.
    public let outputs: [TensorPort]
    let model: Source
    let graph: PreparedGraph
    /// The graphs for other input shapes than those of the file.
    let otherShapes = ShapeCache()
    let limits: ModelLimits
    /// The limits for other input shapes than those of the file.
    let otherLimits: ModelLimits
    /// The positions of the inputs by their tensor names and by their signature names.
    let inputPositions: [String: Int]

    /// The content of a file, and the operators that its nodes may name besides TensorFlow Lite's.
    struct Source: Sendable {
        let file: Model
        let customOperators: CustomOperatorList

        /// Prepares the main graph for shapes by input position, those of the file elsewhere.
        func prepare(
            inputShapes: [Int: Shape] = [:], pool: WorkerPool, limits: ModelLimits
        ) throws(ModelError) -> PreparedGraph {
            try file.prepare(
                inputShapes: inputShapes, pool: pool, limits: limits,
                customOperators: customOperators.find)
        }
    }

    /// Reads, checks and prepares a model.
    ///
    /// - Parameters:
    ///   - bytes: the file; the model copies it, so later changes of the file have no effect.
    ///   - threads: the number of threads that share each operator of a run.
    ///   - maximumRunBytes: the largest memory for one run; larger input shapes are refused.
    ///     Preparing for another shape may allocate a quarter of it more than preparing for the
    ///     file's shapes.
    ///   - maximumPreparedBytes: the most bytes that preparing for one set of shapes may allocate.
    ///   - customOperators: the operators that TensorFlow Lite does not have, by default those that
    ///     Sight implements; add your own, such as `.standard + [Doubled.self]`. The first of
    ///     several with the same name is used.
    /// - Throws: ``ServingError`` with code `modelUnusable`.
    public init(
        _ bytes: some Collection<UInt8>, threads: Int, maximumRunBytes: Int = 1 << 31,
        maximumPreparedBytes: Int = 1 << 32,
        customOperators: [any CustomOperator.Type] = .standard
    ) throws(ServingError) {
        var limits = ModelLimits()
        limits.arenaByteCount = min(limits.arenaByteCount, maximumRunBytes)
        limits.preparedByteCount = min(limits.preparedByteCount, maximumPreparedBytes)
        self.limits = limits
        do throws(ModelError) {
            model = Source(
                file: try ModelReader.read(try ModelBytes(bytes)),
                customOperators: CustomOperatorList(customOperators))
            graph = try model.prepare(pool: WorkerPool(threadCount: threads), limits: limits)
        } catch {
            throw ServingError(.modelUnusable, error.message, cause: error)
        }
        // A client chooses the shape, and a convolution's table has an entry for each of its
        // places.
        limits.preparedByteCount = min(
            limits.preparedByteCount, graph.preparedByteCount + maximumRunBytes / 4)
        otherLimits = limits
        let main = model.file.main
        inputs = Self.ports(main.inputs.map { main.tensors[$0] }, else: "input")
        outputs = Self.ports(main.outputs.map { main.tensors[$0] }, else: "output")
        for port in inputs + outputs where Self.width(of: port.elementType) == nil {
            throw ServingError(
                .modelUnusable, "\"\(port.name)\" is \(port.elementType), which is not served")
        }
        var positions: [String: Int] = [:]
        let signature = model.file.signatures.first { $0.subgraph == 0 }
        for (name, tensor) in signature?.inputs ?? [] {
            positions[name] = main.inputs.firstIndex(of: tensor)
        }
        for (position, port) in inputs.enumerated() { positions[port.name] = position }
        inputPositions = positions
    }

    /// Makes a runner, which has the memory for one run at a time.
    public func makeRunner() -> TensorRunner { TensorRunner(self) }

    /// Inputs for a first run: zeros and empty strings; an extent that the file leaves open is 1.
    public var zeroInputs: [TensorValue] {
        inputs.map { port in
            let shape = Shape(port.shape.map { $0 == -1 ? 1 : $0 }) ?? []
            let count = shape.elementCount * (Self.width(of: port.elementType) ?? 0)
            return TensorValue(
                name: port.name, elementType: port.elementType, shape: shape,
                bytes: [UInt8](repeating: 0, count: count)[...])
        }
    }

    /// Bytes of one element in a request (of an empty string, for strings); `nil` for types that
    /// requests cannot contain.
    static func width(of type: ElementType) -> Int? {
        switch type {
        case .string: PrefixedStrings.prefixLength
        case .resource, .variant, .complex64, .complex128, .int4, .int2: nil
        default: type.bitWidth.map { $0 / 8 }
        }
    }

    private static func ports(_ tensors: [TensorInfo], else kind: String) -> [TensorPort] {
        var names: Set<String> = []
        return tensors.enumerated().map { index, tensor in
            var name = tensor.name.isEmpty ? "\(kind)\(index)" : tensor.name
            while !names.insert(name).inserted { name += "_\(index)" }
            // Extents that are not open are those of the shape, which alone has a limit.
            let extents = tensor.shape.dimensions
            let hasSignature =
                tensor.shapeSignature.count == extents.count
                && zip(tensor.shapeSignature, extents).allSatisfy { $0 == -1 || $0 == $1 }
            return TensorPort(
                name: name, elementType: tensor.elementType,
                shape: hasSignature ? tensor.shapeSignature : extents)
        }
    }
}
