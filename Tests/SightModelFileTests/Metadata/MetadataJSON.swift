import Foundation
import ModelFixtures

/// Writes the FlatBuffer that a metadata JSON file describes, by the schema's field numbers.
enum MetadataJSON {
    typealias Object = [String: Any]

    static func object(_ path: String) throws -> Object {
        let data = try Data(contentsOf: SharedFixtures.url(path))
        return try JSONSerialization.jsonObject(with: data) as? Object ?? [:]
    }

    static func flatBuffer(_ root: Object) -> [UInt8] {
        FlatWriter.write(
            root: table([
                0: text(root["name"]), 1: text(root["description"]),
                3: list(root["subgraph_metadata"], graph),
                7: .string("1.0.0"),
            ]), identifier: "M001")
    }

    private static func graph(_ graph: Object) -> FlatValue {
        table([
            2: list(graph["input_tensor_metadata"], tensor),
            3: list(graph["output_tensor_metadata"], tensor),
            8: list(graph["output_tensor_groups"]) { group in
                table([
                    0: text(group["name"]),
                    1: .list((group["tensor_names"] as? [String] ?? []).map { .string($0) }),
                ])
            },
        ])
    }

    private static func tensor(_ tensor: Object) -> FlatValue {
        table([
            0: text(tensor["name"]), 1: text(tensor["description"]),
            3: (tensor["content"] as? Object).map(content),
            4: list(tensor["process_units"], unit),
            5: (tensor["stats"] as? Object).map { stats in
                table([0: floats(stats["max"]), 1: floats(stats["min"])])
            },
            6: list(tensor["associated_files"]) { file in
                table([
                    0: text(file["name"]), 1: text(file["description"]),
                    2: number(file["type"], fileKinds),
                ])
            },
        ])
    }

    private static func content(_ content: Object) -> FlatValue {
        let properties = content["content_properties"] as? Object ?? [:]
        let kind = content["content_properties_type"] as? String
        let value: FlatValue =
            switch kind {
            case "ImageProperties": table([0: number(properties["color_space"], colorSpaces)])
            case "BoundingBoxProperties":
                table([
                    0: (properties["index"] as? [Int]).map { .ints($0) },
                    1: number(properties["type"], ["UNKNOWN", "BOUNDARIES", "UPPER_LEFT"]),
                ])
            default: table([:])
            }
        return table([
            0: number(kind, ["", "FeatureProperties", "ImageProperties", "BoundingBoxProperties"]),
            1: value,
            2: (content["range"] as? Object).map { range in
                table([
                    0: (range["min"] as? Int).map { .int($0) },
                    1: (range["max"] as? Int).map { .int($0) },
                ])
            },
        ])
    }

    private static func unit(_ unit: Object) -> FlatValue {
        let options = unit["options"] as? Object ?? [:]
        let kind = unit["options_type"] as? String
        let value: FlatValue =
            if kind == "NormalizationOptions" {
                table([0: floats(options["mean"]), 1: floats(options["std"])])
            } else {
                table([
                    0: number(options["score_transformation"], transformations),
                    1: (options["default_score"] as? NSNumber).map { .float($0.floatValue) },
                ])
            }
        return table([
            0: number(kind, ["", "NormalizationOptions", "ScoreCalibrationOptions"]), 1: value,
        ])
    }

    private static let colorSpaces = ["UNKNOWN", "RGB", "GRAYSCALE"]
    private static let transformations = ["IDENTITY", "LOG", "INVERSE_LOGISTIC"]
    private static let fileKinds = [
        "UNKNOWN", "DESCRIPTIONS", "TENSOR_AXIS_LABELS", "TENSOR_VALUE_LABELS",
        "TENSOR_AXIS_SCORE_CALIBRATION",
    ]

    // MARK: Values

    private static func table(_ fields: [Int: FlatValue?]) -> FlatValue {
        .table(fields.compactMapValues(\.self))
    }

    private static func text(_ value: Any?) -> FlatValue? {
        (value as? String).map { .string($0) }
    }

    private static func number(_ value: Any?, _ names: [String]) -> FlatValue? {
        (value as? String).flatMap(names.firstIndex).map { .byte($0) }
    }

    private static func floats(_ value: Any?) -> FlatValue? {
        (value as? [NSNumber]).map { .floats($0.map(\.floatValue)) }
    }

    private static func list(_ value: Any?, _ make: (Object) -> FlatValue) -> FlatValue? {
        (value as? [Object]).map { .list($0.map(make)) }
    }
}
