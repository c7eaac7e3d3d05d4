/// Reads the other parts of requests to the service, to Sight Host and to the live view: forms, compressed
/// bodies, host names, ranges, entity tags, strings preceded by their lengths.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size) { bytes in
        let body = Array(bytes)
        let text = String(decoding: body.prefix(200), as: UTF8.self)
        for type in ["multipart/form-data; boundary=xyz", "multipart/form-data; " + text] {
            if let file = try? MultipartBody.file(body, type: type), file.count > body.count {
                fatalError("a part is longer than its form")
            }
        }
        if case .part(let part) = ByteRange.parse(text, size: body.count),
            part.isEmpty || part.lowerBound < 0 || part.upperBound > body.count
        {
            fatalError("\(part) is no part of \(body.count) bytes")
        }
        _ = ByteRange.parse(text, size: .max)
        _ = (ContentCoding(acceptedIn: text), HostNames(ServeSettings()).take(text))
        if EntityTags.contain("\"a\"", in: text), !text.contains("\"a\""), !text.contains("*") {
            fatalError("a tag is found that the field lacks")
        }
        if let request = LoopbackRequest(body), request.call.utf8.count > 3 * body.count {
            fatalError("a call is longer than its request")
        }
        if let strings = PrefixedStrings.split(body[...]), PrefixedStrings.join(strings) != body {
            fatalError("strings change when they are written")
        }
        _ = try ContentCoding.decode(body, limit: 1 << 20) { _ in }
    }
}
