package import SightInference
import SightTensor

/// The value of one output, as an array for a file or as text.
package struct OutputReport {
    /// The description of the output's tensor.
    package let spec: TensorSpec
    private let execution: Execution

    /// The largest text of an output of strings, in bytes; elements may share one string, which
    /// the text repeats for each of them.
    package static let maximumTextBytes = 1 << 30

    /// Describes an output of the last run; the report is valid until the next run.
    package init(_ spec: TensorSpec, of execution: Execution) {
        self.spec = spec
        self.execution = execution
    }

    /// Whether the output has strings, so that ``text()`` has its elements.
    package var isText: Bool { spec.elementType == .string }

    /// Returns an output of strings as lines of text; `nil` if it has more bytes than the limit.
    package func text(limit: Int = Self.maximumTextBytes) -> [UInt8]? {
        let positions = 0..<spec.shape.elementCount
        var byteCount = 0
        for position in positions {
            byteCount += execution.string(spec, at: position).count + 1
            guard byteCount <= limit else { return nil }
        }
        var text: [UInt8] = []
        text.reserveCapacity(byteCount)
        for position in positions { text += execution.string(spec, at: position) + [0x0A] }
        return text
    }

    /// The output as an array for NumPy, or `nil` if NumPy lacks the type.
    ///
    /// Integers of two and four bits become `int8`.
    package var array: NPYArray? {
        if let packing = PackedIntegers(spec.elementType) {
            var wide = [UInt8](repeating: 0, count: spec.shape.elementCount)
            wide.withUnsafeMutableBytes { wide in
                withBytes { bytes in
                    guard let start = bytes.baseAddress else { return }
                    packing.unpack(start, to: wide.bindMemory(to: Int8.self))
                }
            }
            return NPYArray(elementType: .int8, shape: spec.shape, bytes: wide)
        }
        guard NPYArray.typeNames.contains(where: { $0.type == spec.elementType }) else {
            return nil
        }
        return NPYArray(
            elementType: spec.elementType, shape: spec.shape, bytes: withBytes { Array($0) })
    }

    /// Summarizes the shape, the range, and the five largest elements or the first five strings.
    ///
    /// - Parameter labels: the class names; they are used if there is one for each element.
    /// - Returns: the summary.
    package func summary(labels: [String]? = nil) -> OutputSummary {
        guard !isText else { return OutputSummary(spec, strings: shownStrings) }
        return withBytes { bytes in
            let values = TensorValues(
                bytes, spec.elementType, count: spec.shape.elementCount,
                quantization: spec.quantization)
            return OutputSummary(spec, values, labels: labels)
        }
    }

    private var shownStrings: [String] {
        (0..<min(5, spec.shape.elementCount)).map {
            String(
                decoding: execution.string(spec, at: $0).prefix(Self.shownBytes), as: UTF8.self)
        }
    }

    /// The most bytes of a string that the summary has.
    private static let shownBytes = 1000

    private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withExtendedLifetime(execution) { body(UnsafeRawBufferPointer(execution.bytes(spec))) }
    }
}
