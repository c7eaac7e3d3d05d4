import Foundation
import Testing

@Suite struct ServeCommandTests {
    /// Whether no real `sight-serve` is beside this program, which would start to serve.
    private static let isAlone = !FileManager.default.fileExists(
        atPath: SightExecutable.folder.appendingPathComponent("sight-serve").path)

    @Test(.enabled(if: isAlone)) func handsItsArgumentsOver() throws {
        let folder = try ScratchFolder()
        let program = try folder.write(Array("#!/bin/sh\necho \"$@\"\n".utf8), to: "sight-serve")
        let environment = ["PATH": folder.url.path + ":/bin:/usr/bin"]
        let missing = try SightExecutable.run("serve", "--port", "1", environment: environment)
        #expect(missing.status == 2)
        let advice = "swift build -c release --package-path Packages/Serving"
        #expect(missing.complaints.contains(advice))
        #expect(missing.complaints.contains("put it beside `sight` or into PATH"))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let outcome = try SightExecutable.run("serve", "--port", "1", environment: environment)
        #expect(outcome.status == 0)
        #expect(outcome.output == "--port 1\n")
    }
}
