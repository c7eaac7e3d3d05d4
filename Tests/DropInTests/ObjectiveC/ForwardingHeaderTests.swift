import Foundation
import Testing

/// Reads the headers of the originals that `SightObjectiveC` has; nothing compiles them on Linux.
@Suite struct ForwardingHeaderTests {
    private let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private var include: URL { package.appendingPathComponent("Sources/SightObjectiveC/include") }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
    }

    /// The folders that have the headers of TensorFlowLiteObjC under other paths.
    private let pathsOfTensorFlowLite = [".", "TensorFlowLiteObjC", "tensorflow/lite/objc/apis"]

    /// The headers, by the names of their folders, which are the modules' names.
    private func headers() throws -> [String: [URL]] {
        let manager = FileManager.default
        let folders = try manager.contentsOfDirectory(at: include, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension.isEmpty }
            .filter { !["TensorFlowLiteObjC", "tensorflow"].contains($0.lastPathComponent) }
        return try Dictionary(
            uniqueKeysWithValues: folders.map {
                (
                    $0.lastPathComponent,
                    try manager.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
                )
            })
    }

    /// The header with the name of its folder imports a module in two forms; others import it.
    @Test func headersImportAModuleThatExists() throws {
        let headers = try headers()
        #expect(headers.count == 18)
        for (folder, files) in headers where folder != "MLKit" {
            for file in files {
                let lines = try String(contentsOf: file, encoding: .utf8)
                    .split(separator: "\n").map(String.init)
                guard file.lastPathComponent == "\(folder).h" else {
                    #expect(lines == ["#import \"\(folder).h\""], "\(file.path)")
                    continue
                }
                let imports = lines.filter { $0.hasPrefix("@import ") }
                try #require(imports.count == 1, "\(file.path)")
                let module = String(imports[0].dropFirst("@import ".count).dropLast())
                #expect(lines.contains("#import \"\(module)-Swift.h\""), "\(file.path)")
                let sources = package.appendingPathComponent("Sources/\(module)").path
                #expect(FileManager.default.fileExists(atPath: sources), "\(module)")
            }
        }
    }

    /// Returns the file that the only line of a header imports.
    private func imported(by header: URL) throws -> String {
        let text = try String(contentsOf: header, encoding: .utf8)
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        try #require(parts.count == 3 && parts[0] == "#import " && parts[2] == "\n")
        return header.deletingLastPathComponent().appendingPathComponent(String(parts[1]))
            .standardizedFileURL.path
    }

    /// Pods offer these paths in addition to those with the name of the module.
    @Test func otherPathsLeadToTheSameHeaders() throws {
        let mlkit = include.appendingPathComponent("MLKit/MLKit.h").standardizedFileURL.path
        #expect(try imported(by: include.appendingPathComponent("MLKit.h")) == mlkit)
        let module = include.appendingPathComponent("TFLTensorFlowLite")
        let umbrella = module.appendingPathComponent("TFLTensorFlowLite.h").standardizedFileURL
        let names = try FileManager.default.contentsOfDirectory(atPath: module.path)
        #expect(names.count == 9)
        for folder in pathsOfTensorFlowLite {
            for name in names {
                let header = include.appendingPathComponent(folder).appendingPathComponent(name)
                #expect(try imported(by: header) == umbrella.path, "\(header.path)")
            }
        }
    }

    @Test func everyClassOfMLKitHasAHeader() throws {
        let headers = try headers().mapValues { Set($0.map(\.lastPathComponent)) }
        var module = ""
        var count = 0
        for line in try text("Scripts/drop-in-objc.txt").split(separator: "\n") {
            if line.hasPrefix("[") { module = line.trimmingCharacters(in: ["[", "]"]) }
            let words = line.split(separator: " ")
            // A constant of an enumeration has an equals sign.
            guard module.hasPrefix("ML"), line.hasPrefix("ML"), !line.contains(" =") else {
                continue
            }
            count += 1
            #expect(headers[module]?.contains("\(words[0]).h") == true, "\(module): \(words[0])")
        }
        #expect(count > 20)
        let umbrella = try text("Sources/SightObjectiveC/include/MLKit/MLKit.h")
        for module in headers.keys where module.hasPrefix("MLKit") && module != "MLKit" {
            #expect(umbrella.contains("#import \"../\(module)/\(module).h\"\n"), "\(module)")
        }
    }
}
