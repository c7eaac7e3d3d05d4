import SightEvaluation
import SightGeometry
import Testing

@Suite struct MOTTextTests {
    @Test func readsWhatIsWritten() throws {
        let row = MOTRow(
            frame: 3, id: 7, box: Rect(x: -1.25, y: 2, width: 30.5, height: 4), score: 0.5)
        let line = MOTText.line(of: row)
        #expect(line == "3,7,-1.25,2.00,30.50,4.00,0.5000,-1,-1,-1")
        #expect(try MOTText.rows(of: line) == [row])
    }

    @Test func takesCommonVariants() throws {
        let text = "\u{FEFF}# frames\r\n1, 2, 3, 4, 5, 6\r\n\r\n2;2;3;4;5;6;0;7;0.5\n3 -1 3 4 5 6\n"
        let rows = try MOTText.rows(of: text)
        #expect(rows.map(\.frame) == [1, 2, 3])
        #expect(rows.map(\.classIndex) == [nil, 7, nil])
        #expect(rows[1].score == 0)
    }

    /// Lists of all lines and columns would take 32 and 16 times the memory of the text.
    @Test func separatorsNeedNoMemory() throws {
        let blank = String(repeating: "\n", count: 1 << 20)
        let wide = String(repeating: " 1", count: 1 << 20)
        let rows = try MOTText.rows(of: blank + "1,2,3,4,5,6,1" + wide)
        #expect(rows.count == 1 && rows[0].id == 2 && rows[0].classIndex == nil)
        #expect(throws: EvaluationError.self) { try BoxText.boxes(of: blank + "1 2 3 4" + wide) }
        #expect(try BoxText.boxes(of: "1 2 3 4 \t \n").count == 1)
    }

    /// In MOT15, the columns eight to ten are world coordinates.
    @Test func tenColumnsHaveNoClass() throws {
        #expect(try MOTText.rows(of: "1,1,0,0,5,5,1,12.5,3,0")[0].classIndex == nil)
    }

    /// An empty column would shift the columns after it.
    @Test(arguments: [
        ("1,1,0,0,10,10,,3,1", 7), ("1,1,,0,10,10,20,1", 3), (",1,0,0,10,10", 1),
        ("1,1,0,0,10,10,1,,", 8), ("1;1;0;0;10; ;1", 6), ("1 1 0 0 10 ,, 10", 6),
    ])
    func refusesEmptyColumns(line: String, column: Int) {
        let error = #expect(throws: EvaluationError.self) {
            try MOTText.rows(of: "1,1,1,1,1,1\n" + line)
        }
        #expect(error?.code == .malformedText)
        #expect(error?.message.hasPrefix("line 2: column \(column) is empty") == true)
    }

    /// A comma at the end of a line, and spaces beside commas, make no empty column.
    @Test(arguments: [
        "1,1,2,3,4,5,0.5,", " 1 , 1 ,2,\t3,4,5 , 0.5 , ", "1  1\t2 3 4 5 0.5 ", "1;1;2;3;4;5;0.5;",
    ])
    func spacesMakeNoColumns(line: String) throws {
        let box = Rect<Upright>(x: 2, y: 3, width: 4, height: 5)
        #expect(
            try MOTText.rows(of: line) == [MOTRow(frame: 1, id: 1, box: box, score: 0.5)])
    }

    @Test(arguments: [
        "1,2,3,4,5", "x,2,3,4,5,6", "1,2,nan,4,5,6", "1,2,3,4,inf,6", "0,2,3,4,5,6",
        "1.5,2,3,4,5,6", "99999999999,2,3,4,5,6", "1,1e300,3,4,5,6", "1,2,1e300,4,5,6",
    ])
    func refusesBadLines(line: String) {
        let error = #expect(throws: EvaluationError.self) {
            try MOTText.rows(of: "1,1,1,1,1,1\n" + line)
        }
        #expect(error?.code == .malformedText)
        #expect(error?.message.hasPrefix("line 2: ") == true)
    }
}
