import Foundation
import SightTensor

/// The recorded cases of one operator; Scripts/make-operator-goldens.py writes them.
struct GoldenFile {
    struct Output {
        let shape: [Int]
        let bytes: [UInt8]
    }

    struct Case {
        let name: String
        let model: [UInt8]
        let inputs: [[UInt8]]
        let outputs: [Output]
    }

    let cases: [Case]

    /// The folder of recorded cases, beside the tests.
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/operators")

    /// The operators that have a file.
    static let operators: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".golden") }.map { String($0.dropLast(7)) }.sorted()
    }()

    init(operatorName: String) throws {
        let url = Self.folder.appendingPathComponent("\(operatorName).golden")
        var reader = Reader(bytes: [UInt8](try Data(contentsOf: url)))
        guard reader.take(4) == Array("SGOP".utf8) else { throw CocoaError(.fileReadCorruptFile) }
        cases = (0..<reader.count()).map { _ in
            Case(
                name: String(decoding: reader.take(reader.count()), as: UTF8.self),
                model: reader.take(reader.count()),
                inputs: (0..<reader.byte()).map { _ in reader.take(reader.count()) },
                outputs: (0..<reader.byte()).map { _ in
                    let shape = (0..<reader.byte()).map { _ in reader.count() }
                    return Output(shape: shape, bytes: reader.take(reader.count()))
                })
        }
    }

    /// A cursor; the files are our own, so a short one may trap.
    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        mutating func take(_ count: Int) -> [UInt8] {
            defer { position += count }
            return Array(bytes[position..<(position + count)])
        }

        mutating func byte() -> Int { Int(take(1)[0]) }

        mutating func count() -> Int {
            take(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        }
    }
}
