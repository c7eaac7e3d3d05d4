import SightInference
import SightModelFile
import SightTensor

/// Computes a model of RESHAPE, BATCH_MATMUL by constant weights and RESHAPE in double precision,
/// for models whose reference results are invalid.
enum RealProduct {
    /// Describes the difference of an execution's output after a run; `nil` if it is within 1.5
    /// units of the product of the represented reals: half a unit for rounding, and one because
    /// factors of 64-bit sums keep 16 bits.
    static func problem(_ execution: Execution, _ model: Model) throws(ModelError) -> String? {
        let (input, output) = (execution.graph.inputs[0], execution.outputs[0])
        let constant = model.main.tensors.first { $0.elementType == .int8 && $0.data != nil }
        guard let constant, let range = constant.data, let scales = constant.quantization,
            let inputScale = input.quantization?.scale,
            let outputScale = output.quantization?.scale, constant.shape.rank == 2,
            scales.scales.count == constant.shape[1]
        else { return "no product by weights with a scale for each column" }
        let weights = try model.bytes.slice(range)
        let (depth, columns) = (constant.shape[0], constant.shape[1])
        let values = execution.bytes(input).bindMemory(to: Int16.self)
        let results = execution.bytes(output).bindMemory(to: Int16.self)
        guard results.count * depth == values.count * columns else { return "other extents" }
        var largest = 0.0
        for (place, result) in results.enumerated() {
            let (row, column) = (place / columns * depth, place % columns)
            var sum = 0.0
            for k in 0..<depth {
                let weight = Int8(bitPattern: weights[k * columns + column])
                sum += Double(values[row + k]) * Double(weight)
            }
            let real =
                sum * Double(inputScale) * Double(scales.scales[column]) / Double(outputScale)
            largest = max(largest, abs(min(max(real, -32768), 32767) - Double(result)))
        }
        return largest <= 1.5 ? nil : "up to \(largest) units from the product of reals"
    }
}
