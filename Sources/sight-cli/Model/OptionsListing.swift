import SightModelFile

/// The options of nodes, by the names of the schema, for listings; operators read typed options.
///
/// - Source: the option tables of the TensorFlow Lite schema, version 3.
enum OptionsListing {
    /// An option that differs from the schema's default.
    enum Value: Sendable {
        case text(String)
        case real(Float)
    }

    private enum Kind {
        case int(Int32 = 0)
        case bool
        case float
        case ints
        case names([String])
    }

    private struct Field {
        let name: String
        let number: Int
        let kind: Kind
    }

    /// Returns the options of a node that differ from the schema's default.
    static func values(of node: Node) -> [String: Value] {
        guard case .builtin(let builtin) = node.code else { return [:] }
        var values: [String: Value] = [:]
        for field in fields(builtin) {
            values[field.name] = (try? value(field, node.options)) ?? nil
        }
        return values
    }

    private static func value(
        _ field: Field, _ options: OptionsTable
    ) throws(ModelError) -> Value? {
        switch field.kind {
        case .int(let standard):
            let value = try options.int(field.number, default: standard)
            return value == Int(standard) ? nil : .text(String(value))
        case .bool:
            return try options.bool(field.number) ? .text("true") : nil
        case .float:
            let value = try options.float(field.number)
            return value == 0 ? nil : .real(value)
        case .ints:
            guard let values = try options.ints(field.number) else { return nil }
            return .text("[\(values.map(String.init).joined(separator: ","))]")
        case .names(let names):
            let value = try options.byte(field.number)
            return .text(names.indices.contains(value) ? names[value] : String(value))
        }
    }

    // MARK: The tables

    private static let padding = Kind.names(["SAME", "VALID"])
    private static let activation = Kind.names([
        "NONE", "RELU", "RELU_N1_TO_1", "RELU6", "TANH", "SIGN_BIT",
    ])

    private static func list(_ fields: (String, Kind)?...) -> [Field] {
        fields.enumerated().compactMap { number, field in
            field.map { Field(name: $0.0, number: number, kind: $0.1) }
        }
    }

    private static func fields(_ builtin: BuiltinOperator) -> [Field] {
        switch builtin {
        case .conv2D:
            list(
                ("padding", padding), ("stride_w", .int()), ("stride_h", .int()),
                ("activation", activation), ("dilation_w", .int(1)), ("dilation_h", .int(1)))
        case .depthwiseConv2D:
            list(
                ("padding", padding), ("stride_w", .int()), ("stride_h", .int()),
                ("depth_multiplier", .int()), ("activation", activation),
                ("dilation_w", .int(1)), ("dilation_h", .int(1)))
        case .averagePool2D, .maxPool2D, .l2Pool2D:
            list(
                ("padding", padding), ("stride_w", .int()), ("stride_h", .int()),
                ("filter_width", .int()), ("filter_height", .int()), ("activation", activation))
        case .transposeConv:
            list(
                ("padding", padding), ("stride_w", .int()), ("stride_h", .int()),
                ("activation", activation))
        case .fullyConnected:
            list(("activation", activation), nil, ("keep_num_dims", .bool))
        case .add, .sub, .mul, .div: list(("activation", activation))
        default: shapeFields(builtin)
        }
    }

    private static func shapeFields(_ builtin: BuiltinOperator) -> [Field] {
        switch builtin {
        case .softmax: list(("beta", .float))
        case .leakyRelu: list(("alpha", .float))
        case .concatenation: list(("axis", .int()), ("activation", activation))
        case .reshape: list(("new_shape", .ints))
        case .squeeze: list(("squeeze_dims", .ints))
        case .resizeBilinear:
            list(nil, nil, ("align_corners", .bool), ("half_pixel_centers", .bool))
        case .resizeNearestNeighbor: list(("align_corners", .bool), ("half_pixel_centers", .bool))
        case .mean, .sum, .reduceMax, .reduceMin, .reduceProd, .reduceAny, .reduceAll:
            list(("keep_dims", .bool))
        case .stridedSlice:
            list(
                ("begin_mask", .int()), ("end_mask", .int()), ("ellipsis_mask", .int()),
                ("new_axis_mask", .int()), ("shrink_axis_mask", .int()))
        case .pack: list(("values_count", .int()), ("axis", .int()))
        case .unpack: list(("num", .int()), ("axis", .int()))
        case .split, .splitV: list(("num_splits", .int()))
        case .gather: list(("axis", .int()), ("batch_dims", .int()))
        default: []
        }
    }
}
