import SightModelFile
import SightTensor

/// STABLEHLO_SCATTER: combines windows of a tensor with updates, with a nested graph.
///
/// The indices, int32 or int64, say where each window begins. Elements of a window outside of the
/// tensor are left out. Windows may overlap; they are combined in the order of the updates.
///
/// A graph that returns the update works for any element type of whole bytes. A sum, a product, a
/// maximum or a minimum works for float32 and for integers without quantization, and all but a sum
/// for bool.
/// - Source: StableHLO specification, `scatter`.
enum StablehloScatter: Operator {
    static let code = OperatorCode.builtin(.stablehloScatter)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 3...3)
        let options = try StablehloScatterOptions(options)
        let windows = try ScatterWindows(options, node)
        switch try NestedCombination(options.graph, of: windows.operand, node) {
        case .replace: return try replace(windows, node)
        case .add: return try combine(windows, StablehloAdd.self, node)
        case .multiply: return try combine(windows, StablehloMultiply.self, node)
        case .maximum: return try combine(windows, StablehloMaximum.self, node)
        case .minimum: return try combine(windows, StablehloMinimum.self, node)
        }
    }

    /// Prepares updates that replace elements, whose bytes are copied.
    private static func replace(_ windows: ScatterWindows, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        switch try node.elementSize(windows.operand) {
        case 1: return windows.loop(UInt8.self, Replacement.self)
        case 2: return windows.loop(UInt16.self, Replacement.self)
        case 4: return windows.loop(UInt32.self, Replacement.self)
        case 8: return windows.loop(UInt64.self, Replacement.self)
        default: throw node.unsupported(windows.operand)
        }
    }

    private static func combine<Function: Combination>(
        _ windows: ScatterWindows, _: Function.Type, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        try node.prepareWithTruthValues(
            ScatterLoop<Function>(windows: windows), for: windows.operand)
    }
}

private struct ScatterLoop<Function: Combination>: NumberLoop {
    let windows: ScatterWindows

    func prepare<Number: StablehloNumber>(_ number: Number.Type, _ node: Preparation)
        throws(ModelError) -> any PreparedOperator
    {
        windows.loop(number, Function.self)
    }
}

/// The windows of STABLEHLO_SCATTER: where their updates lie, and where they go.
private struct ScatterWindows: Sendable {
    /// An axis of a window or an axis that counts windows.
    private struct Axis: Sendable {
        let extent: Int
        /// The distance of neighbors in the updates, in elements.
        let source: Int
        /// The distance of neighbors in the result, or in the indices, in elements.
        let target: Int
        /// The axis of the result; `nil` for an axis that counts windows.
        var result: Int?
    }

    let operand: TensorSpec
    private let updates: TensorSpec
    private let output: TensorSpec
    private let indices: Indices
    /// The axes of a window, without its last one.
    private let rows: [Axis]
    /// The last axis of a window.
    private let columns: Axis
    /// The axes that count windows.
    private let counts: [Axis]
    /// The axis of the result for each number of an index.
    private let indexed: [Int]
    /// The distance of neighboring numbers of an index, in elements of the indices.
    private let indexStep: Int
    /// The number of elements of a window along each axis of the result.
    private let window: [Int]
    /// The distance of neighbors along each axis of the result, in elements.
    private let strides: [Int]

    /// Checks the options and the shapes.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode`.
    init(_ options: StablehloScatterOptions, _ node: Preparation) throws(ModelError) {
        let operand = try node.input(0)
        let indices = try Indices(node.input(1), node)
        let updates = try node.input(2)
        try node.expectSameType(operand, updates, node.output(0))
        let shape = operand.shape
        let places = indices.spec.shape
        func axes(_ given: [Int], below rank: Int) throws(ModelError) -> [Int] {
            guard Set(given).count == given.count, given.allSatisfy((0..<rank).contains) else {
                throw node.fail("axes \(given) are not different ones below \(rank)")
            }
            return given
        }
        let windowAxes = try axes(options.windowAxes, below: updates.shape.rank)
        let inserted = try axes(options.insertedAxes, below: shape.rank)
        indexed = try axes(options.indexedAxes, below: shape.rank)
        let countAxes = (0..<updates.shape.rank).filter { !windowAxes.contains($0) }
        let targetAxes = (0..<shape.rank).filter { !inserted.contains($0) }
        let placeAxes = (0..<places.rank).filter { $0 != options.indexAxis }
        let isScalar = options.indexAxis == places.rank
        guard (0...places.rank).contains(options.indexAxis), windowAxes.count == targetAxes.count,
            indexed.count == (isScalar ? 1 : places[options.indexAxis]),
            countAxes.map({ updates.shape[$0] }) == placeAxes.map({ places[$0] }),
            zip(windowAxes, targetAxes).allSatisfy({ updates.shape[$0] <= shape[$1] })
        else {
            throw node.fail(
                "updates \(updates.shape) with window axes \(windowAxes) and indices \(places) do "
                    + "not fit \(shape)")
        }
        indexStep = isScalar ? 0 : places.strides[options.indexAxis]
        counts = zip(countAxes, placeAxes).map {
            Axis(
                extent: updates.shape[$0], source: updates.shape.strides[$0],
                target: places.strides[$1])
        }
        var windowExtents = [Int](repeating: 1, count: shape.rank)
        for (axis, target) in zip(windowAxes, targetAxes) {
            windowExtents[target] = updates.shape[axis]
        }
        window = windowExtents
        strides = shape.strides
        let all = zip(windowAxes, targetAxes).map {
            Axis(
                extent: updates.shape[$0], source: updates.shape.strides[$0],
                target: shape.strides[$1], result: $1)
        }
        rows = Array(all.dropLast())
        columns = all.last ?? Axis(extent: 1, source: 0, target: 0)
        self.operand = operand
        self.updates = updates
        self.indices = indices
        output = try node.setOutput(0, shape: shape)
    }

    /// Prepares the copy of the tensor and the combination with the updates.
    func loop<Number: StablehloNumber, Function: Combination>(_: Number.Type, _: Function.Type)
        -> any PreparedOperator
    {
        let hasElements = updates.shape.elementCount > 0
        let windowCount = hasElements ? counts.reduce(1) { $0 * $1.extent } : 0
        return PreparedLoop { _, memory in
            let source = memory.elements(updates.slot, as: Number.self)
            let target = memory.elements(output.slot, as: Number.self)
            if output.byteCount > 0 {
                memory[output.slot].copyMemory(
                    from: memory[operand.slot], byteCount: output.byteCount)
            }
            var starts = [Int](repeating: 0, count: window.count)
            for number in 0..<windowCount {
                var (rest, first, place) = (number, 0, 0)
                for axis in counts.reversed() {
                    let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: axis.extent)
                    first += remainder * axis.source
                    place += remainder * axis.target
                    rest = quotient
                }
                for (component, axis) in indexed.enumerated() {
                    starts[axis] = indices.number(place + component * indexStep, memory)
                }
                // Far outside, sums with the index could overflow.
                let overlaps = starts.indices.allSatisfy {
                    starts[$0] > -window[$0] && starts[$0] < output.shape[$0]
                }
                if overlaps {
                    combine(starts, source + first, target, Function.self)
                }
            }
        }
    }

    /// Combines the elements of one window that lie inside of the result.
    @inline(__always)
    private func combine<Number: StablehloNumber, Function: Combination>(
        _ starts: [Int], _ source: UnsafeMutablePointer<Number>,
        _ target: UnsafeMutablePointer<Number>, _: Function.Type
    ) {
        var origin = 0
        for axis in starts.indices { origin += starts[axis] * strides[axis] }
        var inside = 0..<columns.extent
        if let axis = columns.result {
            // The window overlaps the result, so this range is not empty.
            inside = max(0, -starts[axis])..<min(columns.extent, output.shape[axis] - starts[axis])
        }
        let rowCount = rows.reduce(1) { $0 * $1.extent }
        for number in 0..<rowCount {
            var (rest, first, place, isInside) = (number, 0, origin, true)
            for axis in rows.reversed() {
                let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: axis.extent)
                first += remainder * axis.source
                place += remainder * axis.target
                if let axis = axis.result {
                    let coordinate = starts[axis] + remainder
                    isInside = isInside && coordinate >= 0 && coordinate < output.shape[axis]
                }
                rest = quotient
            }
            guard isInside else { continue }
            for column in inside {
                let element = target + place + column * columns.target
                element.pointee = Function.apply(
                    element.pointee, source[first + column * columns.source])
            }
        }
    }
}
