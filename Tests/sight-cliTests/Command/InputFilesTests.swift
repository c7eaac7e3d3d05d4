import Foundation
import Testing
import sight_cli

@Suite struct InputFilesTests {
    private let scratch: ScratchFolder
    private let files: InputFiles

    init() throws {
        scratch = try ScratchFolder()
        files = InputFiles([try scratch.write([1], to: "a"), scratch.path("missing")])
    }

    @Test func theErrorNamesOptionOutputAndInput() throws {
        let output = scratch.url.path + "/./a"
        let error = #expect(throws: CommandError.self) { try files.check(output, of: "--out") }
        #expect(error?.status == .usage)
        let start = "--out \(output) would overwrite \(scratch.path("a")), "
        #expect(error?.message.hasPrefix(start) == true)
    }

    @Test func otherFilesAreFree() throws {
        try files.check(nil, of: "--out")
        try files.check("-", of: "--out")
        try files.check(scratch.path("b"), of: "--out")
        #expect(files.name(of: scratch.path("b")) == nil)
        #expect(files.name(of: scratch.path("missing")) == scratch.path("missing"))
    }
}
