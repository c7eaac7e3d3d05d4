import Foundation

@testable import Sight
@testable import SightModelDownload
@testable import SightModels

/// Reads the small texts that come with models: dates, ranges, descriptions, records, manifests.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        _ = (HTTPDate.parse(text), HTTPDate.parseRFC3339(text), ModelDigest(hexadecimal: text))
        _ = StoreRecord(Array(bytes))
        if let json = try? JSONDecoder().decode([String: String].self, from: Data(bytes)) {
            let again = AutoMLManifest.withoutTrailingCommas(text)
            guard try JSONDecoder().decode([String: String].self, from: Data(again.utf8)) == json
            else { fatalError("sound JSON changes without its commas") }
        }
        _ = try? WebAddress.segment(text)
        _ = try ModelID(text).folderName
    }
}
