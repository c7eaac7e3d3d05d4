import SightInference
import SightTensor

/// A short description of one output.
package struct OutputSummary: Encodable, Sendable {
    /// One element of an output.
    package struct Element: Encodable, Sendable {
        /// The position among all elements.
        package let index: Int
        /// The stored number.
        package let value: Double
        /// The real number that a quantized one represents; `nil` if it is not quantized.
        package let real: Double?
        /// The name of the class; `nil` without labels.
        package let label: String?
    }

    /// The name of the tensor.
    package let name: String
    package let type: String
    package let shape: [Int]
    /// The smallest stored number; `nil` if there are no numbers.
    package let min: Double?
    /// The largest stored number; `nil` if there are no numbers.
    package let max: Double?
    /// The real number that a quantized ``min`` represents; `nil` if it is not quantized.
    package let realMin: Double?
    /// The real number that a quantized ``max`` represents; `nil` if it is not quantized.
    package let realMax: Double?
    /// The five largest elements, if only one axis has more than one; `nil` otherwise.
    package let top: [Element]?
    /// The first five strings; `nil` for numbers.
    package let strings: [String]?

    /// Describes strings.
    init(_ spec: TensorSpec, strings: [String]) {
        (name, type, shape) = (spec.name, "\(spec.elementType)", spec.shape.dimensions)
        (min, max, realMin, realMax, top) = (nil, nil, nil, nil, nil)
        self.strings = strings
    }

    /// Describes numbers; those of some types have no `values`.
    init(_ spec: TensorSpec, _ values: TensorValues?, labels: [String]?) {
        let isInteger = ![.float16, .float32, .float64].contains(spec.elementType)
        func stored(_ number: Double) -> Double { isInteger ? number : number.significant }
        func real(_ number: Double) -> Double? {
            values.flatMap { $0.isQuantized ? $0.real(number).significant : nil }
        }
        (name, type, shape) = (spec.name, "\(spec.elementType)", spec.shape.dimensions)
        let range = values?.range
        min = range.map { stored($0.least) }
        max = range.map { stored($0.most) }
        realMin = range.flatMap { real($0.least) }
        realMax = range.flatMap { real($0.most) }
        let isList = shape.count(where: { $0 > 1 }) == 1
        let names = labels?.count == spec.shape.elementCount ? labels : nil
        top = values.flatMap { values in
            guard isList, range != nil else { return nil }
            return values.largest(5).map { index in
                Element(
                    index: index, value: stored(values[index]), real: real(values[index]),
                    label: names?[index])
            }
        }
        strings = nil
    }

    /// The description as text: the shape, the range and some elements.
    package func text(index: Int) -> String {
        var title = "output \(index) \"\(name)\"  \(type) \(shapeText)"
        if let min, let max {
            title += "  min \(Self.text(min, realMin))  max \(Self.text(max, realMax))"
        } else if strings == nil, shape.contains(0) {
            title += "  empty"
        }
        let lines = strings.map(Self.quoted) ?? top.map(lines) ?? []
        return ([title] + lines).map(Console.printable).joined(separator: "\n")
    }

    private var shapeText: String { "[\(shape.map(String.init).joined(separator: ","))]" }

    private static func quoted(_ strings: [String]) -> [String] {
        strings.enumerated().map { "  [\($0)]  \"\($1)\"" }
    }

    private func lines(_ elements: [Element]) -> [String] {
        let width = String(shape.reduce(1, *) - 1).count
        return elements.map { element in
            let place = String(element.index)
            let space = String(repeating: " ", count: Swift.max(0, width - place.count))
            let label = element.label.map { "  \($0)" } ?? ""
            return "  [\(space)\(place)]  \(Self.text(element.value, element.real))\(label)"
        }
    }

    private static func text(_ stored: Double, _ real: Double?) -> String {
        real.map { "\(stored.asNumber) (\($0.asNumber))" } ?? stored.asNumber
    }
}
