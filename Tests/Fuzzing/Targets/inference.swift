import OpenInference

/// Reads requests and answers of the inference service: protobuf, JSON, and JSON before binary tensors.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size) { bytes in
        let body = Array(bytes)
        if let request = try? InferRequest(wire: body[...]) {
            // A request that has been read, written and read again is the same.
            guard try InferRequest(wire: request.wire[...]).inputs == request.inputs else {
                fatalError("a protobuf request changes when it is written")
            }
        }
        _ = try? InferResponse(wire: body[...])
        _ = try? InferRequest(body: body, headerLength: body.count / 2)
        _ = try InferRequest(body: body, headerLength: nil)
    }
}
