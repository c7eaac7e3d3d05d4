import SightTensor

/// Turns the bytes of a model file into a checked ``Model``.
///
/// Goals, in order: trust nothing in the file; name the place in every error; read in one pass.
package struct ModelReader {
    private let bytes: ModelBytes
    private let limits: ModelLimits
    private var budget: ReadBudget
    private var buffers: [BufferPlace] = []
    private var codes: [VersionedCode] = []
    private var strings = ConstantStrings()

    /// Reads and checks a model.
    ///
    /// - Throws: ``ModelError`` with codes `notAModel`, `malformed`, `tooLarge`.
    package static func read(_ bytes: ModelBytes, limits: ModelLimits = ModelLimits())
        throws(ModelError) -> Model
    {
        var reader = ModelReader(bytes: bytes, limits: limits)
        return try reader.model()
    }

    private init(bytes: ModelBytes, limits: ModelLimits) {
        self.bytes = bytes
        self.limits = limits
        budget = ReadBudget(byteCount: bytes.count, limits: limits)
    }

    private mutating func model() throws(ModelError) -> Model {
        guard bytes.count >= 8, try bytes.load(UInt32.self, at: 4) == Self.identifier else {
            throw ModelError(
                .notAModel, ForeignModel(bytes)?.advice ?? "the file is not a .tflite model")
        }
        let root = try FlatTable(rootOf: bytes)
        let version = try root.scalar(0, default: UInt32(0))
        guard version == 3 else {
            throw ModelError(.notAModel, "the schema version is \(version), expected 3")
        }
        try readBuffers(root)
        try readCodes(root)
        var subgraphs: [Subgraph] = []
        let graphs = try budget.tables(root, 2, "subgraphs")
        for index in graphs.indices {
            subgraphs.append(try subgraph(graphs[index], index: index))
        }
        guard !subgraphs.isEmpty else { throw ModelError(.malformed, "the model has no graph") }
        try CallOrder.check(subgraphs)
        return Model(
            bytes: bytes, description: try budget.text(root, 3, "description"),
            subgraphs: subgraphs, resources: try ResourceName.list(subgraphs), strings: strings,
            signatures: try signatures(root, subgraphs), metadataBlobs: try metadata(root))
    }

    /// "TFL3", which is at byte 4.
    private static let identifier: UInt32 = 0x334C_4654

    /// The place of a buffer in the file; `nil` if the buffer is empty.
    private struct BufferPlace {
        let range: Range<Int>?
    }

    /// An operator code of the file.
    private struct VersionedCode {
        let code: OperatorCode
        let version: Int
    }

    // MARK: Lists

    private mutating func readBuffers(_ root: FlatTable) throws(ModelError) {
        let tables = try budget.tables(root, 4, "buffers")
        buffers.reserveCapacity(tables.count)
        for index in tables.indices {
            let range = try place(tables[index], inside: 0, outside: 1)
            try budget.spend(range.count, "buffer bytes")
            buffers.append(BufferPlace(range: range.isEmpty ? nil : range))
        }
    }

    /// Returns the place of a buffer's bytes.
    ///
    /// They lie in a vector or, in files above 2 GiB, outside the FlatBuffer; then `field` has
    /// their offset in the file, and the next field their size.
    private func place(_ table: FlatTable, inside vector: Int, outside field: Int)
        throws(ModelError) -> Range<Int>
    {
        let offset = try table.scalar(field, default: UInt64(0))
        let size = try table.scalar(field + 1, default: UInt64(0))
        // The offset 1 is a placeholder that the writer never replaced.
        guard offset > 1 else { return try table.byteRange(vector) ?? 0..<0 }
        guard let start = Int(exactly: offset), let length = Int(exactly: size) else {
            throw ModelError(
                .malformed,
                "\(size) bytes at offset \(offset) lie outside the file of \(bytes.count) bytes")
        }
        return try bytes.range(at: start, length: length)
    }

    private mutating func readCodes(_ root: FlatTable) throws(ModelError) {
        let tables = try budget.tables(root, 1, "operator codes")
        for index in tables.indices {
            let table = try tables[index]
            let old = Int(try table.scalar(0, default: Int8(0)))
            let number = max(old, Int(try table.scalar(3, default: Int32(0))))
            let version = Int(try table.scalar(2, default: Int32(1)))
            let code: OperatorCode =
                switch BuiltinOperator(number: number) {
                case .custom?: .custom(try budget.text(table, 1, "operator name"))
                case let builtin?: .builtin(builtin)
                case nil: .unknown(number: number)
                }
            codes.append(VersionedCode(code: code, version: version))
        }
    }

    private mutating func metadata(_ root: FlatTable) throws(ModelError) -> [MetadataBlob] {
        var entries: [MetadataBlob] = []
        let tables = try budget.tables(root, 6, "metadata entries")
        for index in tables.indices {
            let table = try tables[index]
            let buffer = Int(try table.scalar(1, default: UInt32(0)))
            guard buffers.indices.contains(buffer) else {
                throw ModelError(
                    .malformed, "metadata names buffer \(buffer) of \(buffers.count)")
            }
            let name = try budget.text(table, 0, "metadata name")
            if let range = buffers[buffer].range {
                entries.append(MetadataBlob(name: name, range: range))
            }
        }
        return entries
    }

    // MARK: Graphs

    private mutating func subgraph(_ table: FlatTable, index: Int) throws(ModelError) -> Subgraph {
        var tensors: [TensorInfo] = []
        let declared = try budget.tables(table, 0, "tensors")
        tensors.reserveCapacity(declared.count)
        for number in declared.indices {
            tensors.append(try tensor(declared[number], number: number, of: declared))
        }
        let inputs = try budget.ints(table, 1, "graph inputs")
        let outputs = try budget.ints(table, 2, "graph outputs")
        for tensor in inputs + outputs where !tensors.indices.contains(tensor) {
            throw ModelError(
                .malformed,
                "graph \(index) names tensor \(tensor) of \(tensors.count) as input or output")
        }
        var nodes: [Node] = []
        let operations = try budget.tables(table, 3, "nodes")
        nodes.reserveCapacity(operations.count)
        for index in operations.indices {
            nodes.append(try node(operations[index], index: index, tensorCount: tensors.count))
        }
        let graph = Subgraph(
            name: try budget.text(table, 4, "graph name"), tensors: tensors, inputs: inputs,
            outputs: outputs,
            nodes: nodes)
        try graph.checkOrder(index: index)
        return graph
    }

    /// Reads a tensor; `tensors` are all tensors of its graph.
    private mutating func tensor(_ table: FlatTable, number: Int, of tensors: FlatTables)
        throws(ModelError) -> TensorInfo
    {
        let name = try budget.text(table, 3, "tensor name")
        var place: String { "tensor \(number) \"\(name)\"" }
        let extents = try budget.ints(table, 0, "extents")
        let type = Int(try table.scalar(1, default: Int8(0)))
        guard let elementType = ElementType(rawValue: type) else {
            throw ModelError(.unsupported, "\(place): element type \(type) is unknown")
        }
        guard extents.count <= limits.rank, let shape = Shape(extents) else {
            throw ModelError(.malformed, "\(place): \(extents) is not a valid shape")
        }
        let buffer = Int(try table.scalar(2, default: UInt32(0)))
        guard buffer == 0 || buffers.indices.contains(buffer) else {
            throw ModelError(.malformed, "\(place): buffer \(buffer) of \(buffers.count)")
        }
        let isVariable = try table.scalar(5, default: UInt8(0)) != 0
        let info = TensorInfo(
            name: name, elementType: elementType, shape: shape,
            shapeSignature: try budget.ints(table, 7, "extents"),
            quantization: try quantization(table.table(4), shape: shape, of: tensors, place: place),
            data: isVariable || buffer == 0 ? nil : buffers[buffer].range, isVariable: isVariable,
            sparsity: try sparsity(table.table(6), place: place))
        try check(info, place: place)
        try readStrings(info, place: place)
        return info
    }

    private mutating func sparsity(
        _ table: FlatTable?, place: @autoclosure () -> String
    ) throws(ModelError) -> Sparsity? {
        guard let table else { return nil }
        return try Sparsity(table, &budget, place: place())
    }

    private mutating func readStrings(
        _ tensor: TensorInfo, place: @autoclosure () -> String
    ) throws(ModelError) {
        guard tensor.elementType == .string, let data = tensor.data else { return }
        let count = try strings.read(data, of: bytes)
        guard let count, count == tensor.shape.elementCount, tensor.sparsity == nil else {
            let found = count.map { "\($0)" } ?? "none that end inside"
            throw ModelError(
                .malformed,
                "\(place()): \(tensor.shape) needs \(tensor.shape.elementCount) strings, its buffer "
                    + "of \(data.count) bytes has \(found)")
        }
    }

    private func check(_ tensor: TensorInfo, place: @autoclosure () -> String) throws(ModelError) {
        // Types without a fixed size are not stored in the file. Their extents are limited
        // nevertheless.
        let isStored = tensor.elementType.bitWidth != nil
        let needed = isStored ? tensor.elementType.byteCount(of: tensor.shape.elementCount) : 0
        guard let needed, max(needed, tensor.shape.span) <= limits.tensorByteCount else {
            throw ModelError(
                .tooLarge,
                "\(place()): \(tensor.shape) \(tensor.elementType) takes "
                    + "\(needed.map { "\($0)" } ?? "countless") bytes, "
                    + "the limit is \(limits.tensorByteCount)")
        }
        guard let data = tensor.data, isStored, tensor.sparsity == nil, data.count != needed,
            tensor.elementType != .string
        else { return }
        throw ModelError(
            .malformed,
            "\(place()): \(tensor.shape) \(tensor.elementType) needs \(needed) bytes, "
                + "its buffer has \(data.count)")
    }

    private mutating func quantization(
        _ table: FlatTable?, shape: Shape, of tensors: FlatTables, place: @autoclosure () -> String
    ) throws(ModelError) -> Quantization? {
        guard let table else { return nil }
        if try table.scalar(4, default: UInt8(0)) == Self.blockDetails,
            let details = try table.table(5)
        {
            return try blocks(details, shape: shape, of: tensors, place: place())
        }
        let scales = try budget.floats(table, 2, "scales")
        let zeroPoints = try budget.ints(table, 3, of: Int64.self, "zero points")
        guard !scales.isEmpty else { return nil }
        let axis = Int(try table.scalar(6, default: Int32(0)))
        guard scales.areScales else {
            throw ModelError(.malformed, "\(place()): a quantization scale is not a number ≥ 0")
        }
        guard zeroPoints.reduce(0, { $0 | ($1 ^ Int(Int32(truncatingIfNeeded: $1))) }) == 0 else {
            throw ModelError(.malformed, "\(place()): a zero point is outside 32 bits")
        }
        if scales.count == 1 {
            return zeroPoints.count == 1
                ? Quantization(scales: scales, zeroPoints: zeroPoints, axis: 0)
                : Quantization(scale: scales[0], zeroPoint: zeroPoints.first ?? 0)
        }
        guard shape.dimensions.indices.contains(axis), shape[axis] == scales.count else {
            throw ModelError(
                .malformed, "\(place()): \(scales.count) scales on axis \(axis) of \(shape)")
        }
        let points =
            zeroPoints.count == scales.count
            ? zeroPoints : [Int](repeating: zeroPoints.first ?? 0, count: scales.count)
        return Quantization(scales: scales, zeroPoints: points, axis: axis)
    }

    /// `BlockwiseQuantization` in the union `QuantizationDetails`.
    private static let blockDetails: UInt8 = 2

    /// Reads the scales of a tensor's blocks, which another tensor of the graph holds.
    private mutating func blocks(
        _ details: FlatTable, shape: Shape, of tensors: FlatTables,
        place: @autoclosure () -> String
    ) throws(ModelError) -> Quantization {
        let number = Int(try details.scalar(0, default: Int32(0)))
        let length = Int(try details.scalar(2, default: Int32(0)))
        guard tensors.indices.contains(number) else {
            throw ModelError(
                .malformed, "\(place()): tensor \(number) of \(tensors.count) has its scales")
        }
        let scales = try self.scales(tensors[number])
        guard let scales, scales.areScales, length > 0, let row = shape.dimensions.last,
            row % length == 0, scales.count == shape.elementCount / length,
            let quantization = Quantization(scales: scales, blockLength: length)
        else {
            throw ModelError(
                .malformed,
                "\(place()): blocks of \(length) in \(shape) have "
                    + (scales.map { "\($0.count) scales" } ?? "no float scales"))
        }
        return quantization
    }

    /// Reads a constant of floats; `nil` for other tensors.
    private mutating func scales(_ table: FlatTable) throws(ModelError) -> [Float]? {
        let type = ElementType(rawValue: Int(try table.scalar(1, default: Int8(0))))
        let buffer = Int(try table.scalar(2, default: UInt32(0)))
        guard buffers.indices.contains(buffer), let range = buffers[buffer].range else {
            return nil
        }
        try budget.spend(range.count, "scales")
        switch type {
        case .float16: return try bytes.elements(UInt16.self, range).map(Half.float)
        case .float32: return try bytes.elements(Float.self, range)
        default: return nil
        }
    }

    private mutating func node(_ table: FlatTable, index: Int, tensorCount: Int)
        throws(ModelError) -> Node
    {
        let opcode = Int(try table.scalar(0, default: UInt32(0)))
        guard codes.indices.contains(opcode) else {
            throw ModelError(
                .malformed, "node #\(index): operator code \(opcode) of \(codes.count)")
        }
        let (code, version) = (codes[opcode].code, codes[opcode].version)
        let inputs = try budget.ints(table, 1, "node inputs")
        let outputs = try budget.ints(table, 2, "node outputs")
        let intermediates = try budget.ints(table, 8, "node intermediates")
        func check(_ tensors: [Int]) throws(ModelError) {
            for tensor in tensors where !(-1..<tensorCount).contains(tensor) {
                throw ModelError(
                    .malformed, "\(code.name) #\(index): tensor \(tensor) of \(tensorCount)")
            }
        }
        try check(inputs)
        try check(outputs)
        try check(intermediates)
        guard !outputs.contains(-1) else {
            throw ModelError(.malformed, "\(code.name) #\(index): an output is absent")
        }
        var options = try table.table(4)
        if options == nil { options = try table.table(12) }
        return Node(
            index: index, code: code, version: version,
            inputs: inputs.map { $0 < 0 ? nil : $0 }, outputs: outputs,
            options: OptionsTable(options), intermediates: intermediates,
            customOptions: try place(table, inside: 5, outside: 9))
    }

    // MARK: Signatures

    private mutating func signatures(_ root: FlatTable, _ subgraphs: [Subgraph])
        throws(ModelError) -> [Signature]
    {
        var signatures: [Signature] = []
        let tables = try budget.tables(root, 7, "signatures")
        for position in tables.indices {
            let table = try tables[position]
            let key = try budget.text(table, 2, "signature key")
            let index = Int(try table.scalar(4, default: UInt32(0)))
            guard subgraphs.indices.contains(index) else {
                throw ModelError(
                    .malformed, "signature \"\(key)\": graph \(index) of \(subgraphs.count)")
            }
            let count = subgraphs[index].tensors.count
            signatures.append(
                Signature(
                    key: key, subgraph: index,
                    inputs: try tensorMap(table, 0, key: key, tensorCount: count),
                    outputs: try tensorMap(table, 1, key: key, tensorCount: count)))
        }
        return signatures
    }

    private mutating func tensorMap(
        _ table: FlatTable, _ field: Int, key: String, tensorCount: Int
    ) throws(ModelError) -> [(name: String, tensor: Int)] {
        var map: [(name: String, tensor: Int)] = []
        let entries = try budget.tables(table, field, "signature tensors")
        for index in entries.indices {
            let entry = try entries[index]
            let tensor = Int(try entry.scalar(1, default: UInt32(0)))
            guard tensor < tensorCount else {
                throw ModelError(
                    .malformed, "signature \"\(key)\": tensor \(tensor) of \(tensorCount)")
            }
            map.append((try budget.text(entry, 0, "signature name"), tensor))
        }
        return map
    }
}
