import SightInference
import SightModelFile
import SightTensor

/// Runs a ``TensorModel``, one run at a time.
///
/// A runner is not thread-safe; make one for each thread.
public final class TensorRunner {
    private let owner: TensorModel
    /// The execution for the input shapes of the file.
    private let standard: Execution
    /// The execution for the most recent other shapes.
    private var reshaped: (shapes: [Int: Shape], execution: Execution)?

    init(_ owner: TensorModel) {
        self.owner = owner
        standard = Execution(owner.graph)
    }

    /// Runs the model once; a run keeps no state for the next one.
    ///
    /// - Parameters:
    ///   - values: a tensor for each input, identified by its name, in any order.
    ///   - isCancelled: called between operators, also those of called graphs and loops; `true`
    ///     ends the run.
    /// - Returns: the outputs in the file's order.
    /// - Throws: ``ServingError`` with code `invalidInput`, `cancelled` or `failed`.
    public func run(_ values: [TensorValue], isCancelled: @escaping () -> Bool = { false })
        throws(ServingError) -> [TensorValue]
    {
        let arranged = try arrange(values)
        let execution = try execution(for: arranged)
        execution.resetVariables()
        do throws(ModelError) {
            for (value, input) in zip(arranged, execution.graph.inputs) {
                try set(input, to: value, of: execution)
            }
            try execution.run(checking: { () throws(ModelError) in
                if isCancelled() { throw ModelError(.cancelled, "nobody waits any more") }
            })
        } catch {
            throw ServingError(
                error.code == .cancelled ? .cancelled : .failed, error.message, cause: error)
        }
        var outputs: [TensorValue] = []
        // A file may name one tensor as many outputs, and the answer has its bytes for each.
        let limit = owner.limits.arenaByteCount
        var left = limit
        for (port, spec) in zip(owner.outputs, execution.outputs) {
            let bytes = try bytes(of: spec, in: execution)
            left -= bytes.count
            guard left >= 0 else {
                throw ServingError(.failed, "the outputs have more than \(limit) bytes in all")
            }
            outputs.append(
                TensorValue(
                    name: port.name, elementType: port.elementType, shape: spec.shape,
                    bytes: bytes[...]))
        }
        return outputs
    }

    /// Returns the bytes of an output.
    ///
    /// Elements of a tensor may share one string, which the answer repeats for each of them.
    private func bytes(of output: TensorSpec, in execution: Execution) throws(ServingError)
        -> [UInt8]
    {
        guard output.elementType == .string else { return Array(execution.bytes(output)) }
        let limit = owner.limits.tensorByteCount
        var left = limit
        for position in 0..<output.shape.elementCount {
            left -=
                PrefixedStrings.prefixLength + execution.string(output, at: position).count
            guard left >= 0 else {
                throw ServingError(
                    .failed,
                    "output \"\(output.name)\" has strings of more than \(limit) bytes in all")
            }
        }
        return PrefixedStrings.join(execution.strings(output))
    }

    /// Copies a value into an input; the caller has checked it against the shape of this execution.
    private func set(_ input: TensorSpec, to value: TensorValue, of execution: Execution)
        throws(ModelError)
    {
        guard input.elementType != .string else {
            return try execution.setStrings(PrefixedStrings.split(value.bytes) ?? [], of: input)
        }
        let target = execution.bytes(input)
        target.copyBytes(from: value.bytes.prefix(target.count))
    }

    /// Checks the values, and returns them in the order of the inputs.
    private func arrange(_ values: [TensorValue]) throws(ServingError) -> [TensorValue] {
        var arranged = [TensorValue?](repeating: nil, count: owner.inputs.count)
        for value in values {
            guard let position = owner.inputPositions[value.name] else {
                let names = owner.inputs.map { "\"\($0.name)\"" }.joined(separator: ", ")
                throw ServingError(
                    .invalidInput,
                    "the model has no input \"\(value.name)\"; its inputs are \(names)")
            }
            guard arranged[position] == nil else {
                throw ServingError(.invalidInput, "input \"\(value.name)\" is given twice")
            }
            try check(value, for: owner.inputs[position])
            arranged[position] = value
        }
        var complete: [TensorValue] = []
        for (value, port) in zip(arranged, owner.inputs) {
            guard let value else {
                throw ServingError(.invalidInput, "input \"\(port.name)\" is missing")
            }
            complete.append(value)
        }
        return complete
    }

    private func check(_ value: TensorValue, for port: TensorPort) throws(ServingError) {
        guard value.elementType == port.elementType else {
            throw ServingError(
                .invalidInput,
                "input \"\(value.name)\" is \(port.elementType), the request has "
                    + "\(value.elementType)")
        }
        guard port.takes(value.shape) else {
            throw ServingError(
                .invalidInput,
                "input \"\(value.name)\" has the shape \(port.shape), the request has "
                    + "\(value.shape.dimensions)")
        }
        guard port.elementType != .string else { return try checkStrings(value) }
        let width = TensorModel.width(of: port.elementType) ?? 0
        guard value.bytes.count == value.shape.elementCount * width else {
            throw ServingError(
                .invalidInput,
                "input \"\(value.name)\" of shape \(value.shape.dimensions) takes "
                    + "\(value.shape.elementCount * width) bytes, the request has "
                    + "\(value.bytes.count)")
        }
    }

    /// Counts the strings of a value; a request may have far more of them than the model takes.
    private func checkStrings(_ value: TensorValue) throws(ServingError) {
        guard let count = PrefixedStrings.count(in: value.bytes) else {
            throw ServingError(
                .invalidInput,
                "input \"\(value.name)\" holds no strings behind their lengths of four bytes")
        }
        guard count == value.shape.elementCount else {
            throw ServingError(
                .invalidInput,
                "input \"\(value.name)\" of shape \(value.shape.dimensions) takes "
                    + "\(value.shape.elementCount) strings, the request has \(count)")
        }
    }

    private func execution(for values: [TensorValue]) throws(ServingError) -> Execution {
        let declared = owner.graph.inputs
        var shapes: [Int: Shape] = [:]
        for (position, value) in values.enumerated() where value.shape != declared[position].shape {
            shapes[position] = value.shape
        }
        if shapes.isEmpty { return standard }
        if let reshaped, reshaped.shapes == shapes { return reshaped.execution }
        do throws(ModelError) {
            let owner = owner
            let graph = try owner.otherShapes.graph(for: shapes) { () throws(ModelError) in
                try owner.model.prepare(
                    inputShapes: shapes, pool: owner.graph.pool, limits: owner.otherLimits)
            }
            let execution = Execution(graph)
            reshaped = (shapes, execution)
            return execution
        } catch {
            throw ServingError(.invalidInput, error.message, cause: error)
        }
    }
}
