import SightModelFile

/// Reads the options of a custom operator: a map, or the attributes of a node of TensorFlow.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size) { bytes in
        let options = UnsafeRawBufferPointer(bytes)
        if let node = try? NodeDefinition(options: options) {
            _ = (
                node.int("begin_mask"), node.ints("ksizes"), node.bool("exclusive"),
                node.float("extrapolation_value"), node.text("padding")
            )
        }
        let map = try FlexBuffer(options)
        _ = (
            map.int("max_detections"), map.float("y_scale"), map.bool("use_regular_nms"),
            map.ints("subset_idxs")
        )
    }
}
