import Testing
import sight_cli

@Suite struct TextTableTests {
    @Test func columnsAreAligned() {
        var table = TextTable([("name", .left), ("count", .right)])
        table.add("a", "7")
        table.add("long name", "1234567")
        #expect(
            table.text == """
                  name         count
                  a                7
                  long name  1234567

                """)
    }

    @Test func anEmptyTableIsEmpty() {
        #expect(TextTable([("name", .left)]).text.isEmpty)
    }

    @Test func namesCannotSteerTheTerminal() {
        var table = TextTable([("name", .left), ("x", .left)])
        table.add("a\u{1B}[31m\nb")
        #expect(table.text == "  name      x\n  a [31m b\n")
    }
}
