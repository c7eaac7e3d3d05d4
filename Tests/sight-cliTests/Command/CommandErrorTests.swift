import SightModelFile
import Testing
import sight_cli

@Suite struct CommandErrorTests {
    @Test func theModelIsNamedOnce() {
        let bare = CommandError(ModelError(.malformed, "bad offset"), model: "a.tflite")
        #expect(bare.message == "a.tflite: bad offset")
        #expect(bare.status == .modelUnusable)
        #expect(bare.cause is ModelError)
        let named = CommandError(ModelError(.unreadable, "a.tflite is empty"), model: "a.tflite")
        #expect(named.message == "a.tflite is empty")
        let empty = CommandError(ModelError(.notAModel, "a.tflite is empty"), model: "a.tflite")
        #expect(empty.message == "a.tflite is empty")
        let number = CommandError(ModelError(.malformed, "4 bytes lie outside"), model: "4")
        #expect(number.message == "4: 4 bytes lie outside")
    }

    @Test func errorsBecomeDepartures() {
        let error = CommandError(.someInputsFailed, "one of two")
        #expect(ProgramEnd(for: error).status == 1)
        #expect(ProgramEnd(for: error).complaint == "one of two")
        #expect(ProgramEnd(for: error).output.isEmpty)
    }
}
