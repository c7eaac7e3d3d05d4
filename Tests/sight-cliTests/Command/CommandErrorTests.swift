import SightModelFile
import Testing
import sight_cli

@Suite struct CommandErrorTests {
    @Test func theModelIsNamedOnce() {
        let bare = CommandError(ModelError(.malformed, "bad offset"), model: "a.tflite")
        #expect(bare.message == "a.tflite: bad offset")
        #expect(bare.status == .modelUnusable)
        #expect(bare.cause is ModelError)
        let number = CommandError(ModelError(.malformed, "4 bytes lie outside"), model: "4")
        #expect(number.message == "4: 4 bytes lie outside")
    }

    /// The errors of reading a file have its path already.
    @Test func aFileIsNamedOnce() throws {
        let scratch = try ScratchFolder()
        let empty = try scratch.write([], to: "a.tflite")
        let error = #expect(throws: CommandError.self) { try LoadedModel(path: empty) }
        #expect(error?.message == "\(empty) is empty")
        #expect(error?.status == .modelUnusable)
    }

    @Test func errorsBecomeDepartures() {
        let error = CommandError(.someInputsFailed, "one of two")
        #expect(ProgramEnd(for: error).status == 1)
        #expect(ProgramEnd(for: error).complaint == "one of two")
        #expect(ProgramEnd(for: error).output.isEmpty)
    }
}
