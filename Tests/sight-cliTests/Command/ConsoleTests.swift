import Testing
import sight_cli

@Suite struct ConsoleTests {
    @Test func aMessageIsOneLine() {
        #expect(Console.line("a\nb\u{1B}[1m") == "sight: a b [1m\n")
    }

    @Test func otherTextStaysAsItIs() {
        #expect(Console.printable("Vögel  🐦 \u{301}") == "Vögel  🐦 \u{301}")
    }
}
