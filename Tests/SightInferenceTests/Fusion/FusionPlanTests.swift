import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// The fusion plans of small graphs, before and after their preparation.
@Suite struct FusionPlanTests {
    /// A small graph for a plan.
    private struct Graph {
        var builder = ModelBuilder()
        private(set) var tensors: [Int]

        init(_ type: ElementType = .float32, input shape: [Int] = [1, 8, 8, 4]) {
            tensors = [builder.tensor("input", type, shape, quantization: Self.scale(type))]
            builder.inputs = tensors
        }

        static func scale(_ type: ElementType) -> Quantization? {
            type == .float32 ? nil : Quantization(scale: 0.5, zeroPoint: 0)
        }

        /// A convolution, depthwise where the filter begins with 1, without padding.
        mutating func layer(
            _ filter: [Int], stride: Int = 1, padding: Int = 1, activation: Int = 0,
            type: ElementType = .float32
        ) {
            let count = filter.reduce(1, *)
            let weights = builder.tensor(
                "filter", type, filter, quantization: Self.scale(type),
                data: [UInt8](repeating: 0, count: type == .float32 ? 4 * count : count))
            let isDepthwise = filter[0] == 1
            add(
                isDepthwise ? 4 : 3, [tensors[tensors.count - 1], weights],
                optionsType: isDepthwise ? 2 : 1,
                [
                    0: .byte(padding), 1: .int(stride), 2: .int(stride),
                    3: isDepthwise ? .int(1) : .byte(activation),
                    4: isDepthwise ? .byte(activation) : .int(1),
                ], type)
        }

        mutating func add(
            _ number: Int, _ inputs: [Int], optionsType: Int = 11,
            _ options: [Int: FlatValue] = [:],
            _ type: ElementType = .float32
        ) {
            tensors.append(
                builder.tensor(
                    "t\(tensors.count)", type, [1], quantization: Self.scale(type)))
            builder.node(
                builtin: number, inputs: inputs, outputs: [tensors[tensors.count - 1]],
                optionsType: optionsType, options: options)
            builder.outputs = [tensors[tensors.count - 1]]
        }

        mutating func pad(_ numbers: [Int32], _ input: Int? = nil) {
            let paddings = builder.tensor(
                "paddings", .int32, [4, 2],
                data: numbers.flatMap { UInt32(bitPattern: $0).littleEndianBytes })
            add(34, [input ?? tensors[tensors.count - 1], paddings])
        }

        func model() throws -> Model { try ModelReader.read(ModelBytes(builder.build())) }

        func outcomes() throws -> [FusionOutcome] {
            try model().prepare(pool: WorkerPool(threadCount: 1)).fusions
        }
    }

    @Test func aPlanIsMadeWithoutPreparing() throws {
        var graph = Graph()
        graph.layer([1, 3, 3, 4])
        graph.layer([8, 1, 1, 4])
        graph.add(21, [graph.tensors[2]])
        let plan = try graph.model().fusionPlan(of: 0)
        #expect(plan.candidates.map(\.rule) == [.depthwiseIntoPointwise, .rectifierIntoLayer])
        #expect(plan.candidates.map(\.node) == [0, 2])
        #expect(plan.candidates.map(\.host) == [1, 1])
        #expect(plan.candidates.allSatisfy { $0.refusal == nil })
        #expect(try graph.outcomes().allSatisfy { $0.refusal == nil })
    }

    /// A convolution adds a sum's other operand and then clamps as the rectifier after the sum.
    @Test func rectifiersFollowSums() throws {
        var graph = Graph()
        graph.layer([4, 1, 1, 4])
        graph.add(0, [graph.tensors[0], graph.tensors[1]])
        graph.add(19, [graph.tensors[2]])
        let outcomes = try graph.outcomes()
        #expect(outcomes.map(\.rule) == [.sumIntoLayer, .rectifierIntoLayer])
        #expect(outcomes.map(\.host) == [0, 1])
        #expect(outcomes.allSatisfy { $0.refusal == nil })
    }

    /// A convolution adds the input of a PAD behind it, whose output the sum alone reads.
    @Test func paddedOperandsAreAdded() throws {
        var graph = Graph()
        graph.layer([6, 1, 1, 4])
        graph.pad([0, 0, 0, 0, 0, 0, 0, 2], graph.tensors[0])
        graph.add(0, [graph.tensors[2], graph.tensors[1]])
        let outcomes = try graph.outcomes()
        #expect(outcomes.map(\.rule) == [.padIntoSum, .sumIntoLayer])
        #expect(outcomes.map(\.host) == [0, 0])
        #expect(outcomes.allSatisfy { $0.refusal == nil })
    }

    @Test func paddedOperandsThatStay() throws {
        var graph = Graph()
        graph.layer([6, 1, 1, 4])
        graph.pad([0, 0, 0, 0, 0, 0, 1, 1], graph.tensors[0])
        graph.add(0, [graph.tensors[1], graph.tensors[2]])
        let reasons = try graph.outcomes().map(\.refusal)
        #expect(reasons == ["it adds more than last channels", "the other operand comes later"])
    }

    private func refusal(_ build: (inout Graph) -> Void) throws -> String? {
        var graph = Graph()
        build(&graph)
        return try graph.outcomes().first?.refusal
    }

    @Test func paddingThatStays() throws {
        #expect(
            try refusal {
                $0.pad([0, 0, 1, 1, 1, 1, 0, 0])
                $0.layer([4, 3, 3, 4])
            } == nil)
        #expect(
            try refusal {
                $0.pad([0, 0, 1, 1, 1, 1, 0, 0])
                $0.layer([4, 3, 3, 4], padding: 0)
            } == "the convolution pads by itself")
        #expect(
            try refusal {
                $0.pad([0, 0, 3, 3, 1, 1, 0, 0])
                $0.layer([4, 3, 3, 4])
            }?.contains("as wide as the filter") ?? false)
        #expect(
            try refusal {
                $0.pad([1, 0, 1, 1, 1, 1, 0, 0])
                $0.layer([4, 3, 3, 4])
            }?.contains("not only pixels") ?? false)
        #expect(
            try refusal {
                $0.pad([0, 0, 1, 1, 1, 1, 0, 0])
                $0.add(19, [$0.tensors[1]])
            }?.contains("not a convolution") ?? false)
    }

    /// A MAX_POOL_2D with windows of 3 × 3, without padding unless `padding` is 0.
    private func pool(_ graph: inout Graph, padding: Int = 1) {
        graph.add(
            17, [graph.tensors[1]], optionsType: 5,
            [0: .byte(padding), 1: .int(2), 2: .int(2), 3: .int(3), 4: .int(3)])
    }

    @Test func poolsAreFused() throws {
        var graph = Graph()
        graph.pad([0, 0, 1, 1, 1, 1, 0, 0])
        pool(&graph)
        let outcomes = try graph.outcomes()
        #expect(outcomes.map(\.rule) == [.padIntoPool])
        #expect(outcomes.map(\.host) == [1])
        #expect(outcomes.allSatisfy { $0.refusal == nil })
    }

    @Test func paddingOfPoolsThatStays() throws {
        #expect(
            try refusal {
                $0.pad([0, 0, 1, 1, 1, 1, 0, 0])
                pool(&$0, padding: 0)
            } == "the pool pads by itself")
        #expect(
            try refusal {
                $0.pad([0, 0, 3, 3, 1, 1, 0, 0])
                pool(&$0)
            } == "the padding is as wide as the window")
        #expect(
            try refusal {
                $0.pad([0, 0, 1, 1, 1, 1, 0, 1])
                pool(&$0)
            }?.contains("not only pixels") ?? false)
    }

    @Test func depthwiseLayersThatStay() throws {
        #expect(
            try refusal {
                $0.layer([1, 3, 3, 4])
                $0.layer([4, 1, 1, 4], stride: 2)
            } == "the convolution skips pixels")
        #expect(
            try refusal {
                $0.layer([1, 3, 3, 4])
                $0.layer([4, 2, 2, 4])
            }?.contains("not pointwise") ?? false)
        #expect(
            try refusal { $0.layer([1, 3, 3, 4]) } == "its output has several readers or is visible"
        )
    }

    @Test func sumsAndRectifiersThatStay() throws {
        #expect(
            try refusal {
                $0.layer([4, 1, 1, 4], activation: 1)
                $0.add(19, [$0.tensors[1]])
            }?.contains("an activation of its own") ?? false)
        #expect(
            try refusal {
                $0.layer([4, 1, 1, 4])
                $0.layer([4, 1, 1, 4])
                $0.add(0, [$0.tensors[0], $0.tensors[1]])
            } == "the layer's output has several readers or is visible")
    }

    /// Layers of bytes neither add nor clamp for others.
    @Test func sumsOfBytesStay() throws {
        var graph = Graph(.int8)
        graph.layer([4, 1, 1, 4], type: .int8)
        graph.add(0, [graph.tensors[0], graph.tensors[1]], [:], .int8)
        let outcome = try #require(try graph.outcomes().first)
        #expect(outcome.rule == .sumIntoLayer)
        #expect(outcome.refusal == "the node before computes int8, not float32")
    }
}
