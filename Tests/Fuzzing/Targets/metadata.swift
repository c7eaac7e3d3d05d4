@testable import SightModelFile

/// Reads a model's metadata: the FlatBuffer, and the archive of files behind it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size) { bytes in
        let file = try ModelBytes(bytes)
        let archive = try FileArchive(appendedTo: file)
        for name in archive.names.prefix(8) {
            guard let content = try? archive.content(of: name) else { continue }
            _ = try? LabelMap(names: content, displayNames: content)
        }
        _ = try MetadataReader.read(file, archive: archive, limits: ModelLimits())
    }
}
