import SightInference
import SightModelFile

/// The facts about a model that decide which head reads it.
package struct HeadFacts: Sendable {
    /// One output of the graph.
    package struct Output: Sendable {
        /// Position among the graph's outputs.
        package let index: Int
        package let name: String
        package let shape: [Int]
        /// The operators that computed its values; operators that only moved them are left out.
        package let origins: Set<String>

        package init(index: Int, name: String = "", shape: [Int], origins: Set<String> = []) {
            self.index = index
            self.name = name
            self.shape = shape
            self.origins = origins
        }
    }

    package let outputs: [Output]
    /// Extents of the input in pixels.
    package let width, height: Int
    /// The number of label texts from options, metadata or a file; 0 for none.
    package let labelCount: Int
    /// Whether the first label is a background.
    package let startsWithBackground: Bool
    /// The names of all operators of the graph.
    package let operators: Set<String>
    /// The head that the options name.
    package let wanted: DetectionHead?
    /// The anchors from the options.
    package let anchors: [AnchorBox]?
    /// The metadata about raw boxes.
    package let metadata: DetectorMetadata?

    package init(
        outputs: [Output], width: Int, height: Int, labelCount: Int = 0,
        startsWithBackground: Bool = false, operators: Set<String> = [],
        wanted: DetectionHead? = nil, anchors: [AnchorBox]? = nil,
        metadata: DetectorMetadata? = nil
    ) {
        self.outputs = outputs
        self.width = width
        self.height = height
        self.labelCount = labelCount
        self.startsWithBackground = startsWithBackground
        self.operators = operators
        self.wanted = wanted
        self.anchors = anchors
        self.metadata = metadata
    }

    /// The input's extents as numbers: `[width, height, width, height]`.
    package var inputCorners: SIMD4<Float> {
        let (width, height) = (Float(width), Float(height))
        return [width, height, width, height]
    }
}

extension HeadFacts.Output {
    /// The rows and columns of `[1, rows, columns]` or `[1, height, width, columns]`.
    package var table: (rows: Int, columns: Int)? {
        guard shape.first == 1, shape.allSatisfy({ $0 > 0 }) else { return nil }
        switch shape.count {
        case 3: return (shape[1], shape[2])
        case 4: return (shape[1] * shape[2], shape[3])
        default: return nil
        }
    }

    /// Whether neither a sigmoid nor a softmax computed the values.
    package var lacksProbabilities: Bool { origins.isDisjoint(with: ["LOGISTIC", "SOFTMAX"]) }

    /// Whether the values come straight from a layer: no sigmoid or softmax was applied.
    package var isRaw: Bool {
        let layers: Set<String> = [
            "CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED", "ADD", "TRANSPOSE_CONV",
        ]
        return !origins.isEmpty && origins.isSubset(of: layers)
    }
}
