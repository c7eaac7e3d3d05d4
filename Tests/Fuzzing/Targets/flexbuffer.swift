import SightModelFile

/// Reads the options of a custom operator.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size) { bytes in
        let map = try FlexBuffer(UnsafeRawBufferPointer(bytes))
        _ = (
            map.int("max_detections"), map.float("y_scale"), map.bool("use_regular_nms"),
            map.ints("subset_idxs")
        )
    }
}
