import Foundation

@testable import SightModelDownload

/// Reads the head of a server's answer line by line, as libcurl passes it, and the numbers in it.
private enum FuzzAnswer {
    static let url = URL(fileURLWithPath: "/")

    static func exercise(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        var lines: [[UInt8]] = [[]]
        for byte in bytes {
            lines[lines.count - 1].append(byte)
            if byte == UInt8(ascii: "\n") { lines.append([]) }
        }
        for method in ["GET", "HEAD"] {
            var request = HTTPRequest(url)
            request.method = method
            var reader = HTTPHeadReader(request)
            do {
                for line in lines {
                    if let head = try reader.read(line) { try check(head) }
                }
            } catch  where method == "GET" {
                continue
            }
        }
    }

    private static func check(_ head: HTTPHead) throws {
        guard (100...999).contains(head.status) else { fatalError("a status is \(head.status)") }
        guard head.contentLength ?? 0 >= 0 else { fatalError("a length is negative") }
        guard (0...86_400).contains(head.retryAfter() ?? 0) else {
            fatalError("a server asks to wait too long")
        }
        guard head.contentRange?.start ?? 0 >= 0 else { fatalError("a part starts before 0") }
        guard head.strongTag != "" else { fatalError("a tag is empty") }
        throw HTTPFailure.error(head, detail: Data((head["X-Detail"] ?? "").utf8))
    }
}

/// One execution.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size, FuzzAnswer.exercise)
}
