public import Foundation
import SightModelFile

extension Interpreter {
    /// Returns the input at an index.
    ///
    /// After ``resizeInput(at:to:)``, the other inputs and the outputs keep their shapes and their
    /// data until the tensors are allocated again.
    ///
    /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``,
    ///   ``InterpreterError/allocateTensorsRequired`` if nothing is allocated or the input was
    ///   resized since, and ``InterpreterError/invalidTensorDataType``, checked in this order.
    public func input(at index: Int) throws -> Tensor {
        try tensor(index, of: main.graph.inputs, orThrow: .allocateTensorsRequired)
    }

    /// Returns the output at an index.
    ///
    /// The shape is final as soon as the tensors are allocated, or after each run if it depends on
    /// computed values.
    ///
    /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``,
    ///   ``InterpreterError/invokeInterpreterRequired`` if nothing is allocated, or if the shape
    ///   depends on computed values and the last run failed or there was none, and
    ///   ``InterpreterError/invalidTensorDataType``, checked in this order.
    public func output(at index: Int) throws -> Tensor {
        try tensor(index, of: main.graph.outputs, orThrow: .invokeInterpreterRequired)
    }

    /// Returns what is known of the input at an index without its bytes, also before the tensors
    /// are allocated.
    ///
    /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)`` and
    ///   ``InterpreterError/invalidTensorDataType``.
    package func inputFacts(at index: Int) throws -> TensorFacts {
        try facts(index, of: main.graph.inputs)
    }

    /// Returns what is known of the output at an index without its bytes, also before the tensors
    /// are allocated.
    ///
    /// - Throws: the same errors as ``inputFacts(at:)``.
    package func outputFacts(at index: Int) throws -> TensorFacts {
        try facts(index, of: main.graph.outputs)
    }

    private func facts(_ index: Int, of list: [Int]) throws -> TensorFacts {
        guard let facts = main.facts(of: try Self.element(index, of: list)) else {
            throw InterpreterError.invalidTensorDataType
        }
        return facts
    }

    private func tensor(_ index: Int, of list: [Int], orThrow missing: InterpreterError) throws
        -> Tensor
    {
        let tensor = try Self.element(index, of: list)
        guard main.isReadable(tensor) else { throw missing }
        guard let snapshot = main.snapshot(of: tensor) else {
            throw InterpreterError.invalidTensorDataType
        }
        return snapshot
    }

    private static func element(_ index: Int, of list: [Int]) throws -> Int {
        guard list.indices.contains(index) else {
            throw InterpreterError.invalidTensorIndex(index: index, maxIndex: list.count - 1)
        }
        return list[index]
    }

    /// Sets the shape of an input; call ``allocateTensors()`` afterwards.
    ///
    /// Inputs that were not resized keep their data then.
    ///
    /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)`` and
    ///   ``InterpreterError/failedToResizeInputTensor(index:)`` for negative or huge extents.
    public func resizeInput(at index: Int, to shape: Tensor.Shape) throws {
        _ = try Self.element(index, of: main.graph.inputs)
        guard main.resize(input: index, to: shape) else {
            throw InterpreterError.failedToResizeInputTensor(index: index)
        }
    }

    /// Copies data to an input; an input of strings needs packed strings.
    ///
    /// - Returns: the input with its new data.
    /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``,
    ///   ``InterpreterError/allocateTensorsRequired`` and
    ///   ``InterpreterError/invalidTensorDataCount(provided:required:)``, checked in this order;
    ///   ``InterpreterError/failedToCopyDataToInputTensor`` for data that are not packed strings.
    @discardableResult
    public func copy(_ data: Data, toInputAt index: Int) throws -> Tensor {
        let tensor = try Self.element(index, of: main.graph.inputs)
        do throws(InputFailure) {
            try main.fill(tensor, with: data)
        } catch {
            throw InterpreterError(error)
        }
        return try input(at: index)
    }

    /// Copies strings to an input; not in the original module.
    ///
    /// - Returns: the input with its new data.
    /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``,
    ///   ``InterpreterError/allocateTensorsRequired``, ``InterpreterError/invalidTensorDataType``
    ///   for an input of numbers and
    ///   ``InterpreterError/invalidTensorDataCount(provided:required:)`` for another number of
    ///   strings, checked in this order.
    @discardableResult
    public func copy(_ strings: [String], toInputAt index: Int) throws -> Tensor {
        let tensor = try Self.element(index, of: main.graph.inputs)
        do throws(InputFailure) {
            try main.fill(tensor, with: strings.map { Array($0.utf8) })
        } catch {
            throw InterpreterError(error)
        }
        return try input(at: index)
    }
}
