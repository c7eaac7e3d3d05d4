import ModelFixtures
import SightModelFile
import Testing

/// The fields of option tables, by the numbers of the schema.
@Suite struct OperatorOptionsTests {
    private func table(_ fields: [Int: FlatValue]) throws -> OptionsTable {
        let bytes = try ModelBytes(FlatWriter.write(root: .table(fields), identifier: "TEST"))
        return OptionsTable(try FlatTable(rootOf: bytes))
    }

    @Test func convolution() throws {
        let options = try Convolution2DOptions(
            table([0: .byte(1), 1: .int(2), 2: .int(3), 3: .byte(3), 4: .int(4), 5: .int(5)]))
        #expect(options.padding == .valid)
        #expect(options.stride == (height: 3, width: 2))
        #expect(options.activation == .relu6)
        #expect(options.dilation == (height: 5, width: 4))
    }

    /// The field of the depth multiplier is between the strides and the activation.
    @Test func depthwiseConvolution() throws {
        let options = try Convolution2DOptions(
            depthwise: table([
                1: .int(1), 2: .int(1), 3: .int(7), 4: .byte(1), 5: .int(2), 6: .int(3),
            ]))
        #expect(options.padding == .same)
        #expect(options.activation == .relu)
        #expect(options.dilation == (height: 3, width: 2))
    }

    @Test func volumesAreDepthHeightWidth() throws {
        let options = try Convolution3DOptions(
            table([1: .int(1), 2: .int(2), 3: .int(3), 5: .int(4), 6: .int(5), 7: .int(6)]))
        #expect(options.strides == [1, 3, 2])
        #expect(options.dilations == [4, 6, 5])
    }

    @Test func absentTablesGiveTheDefaults() throws {
        let options = try Convolution2DOptions(OptionsTable(nil))
        #expect(options.padding == .same && options.activation == .none)
        #expect(options.stride == (height: 0, width: 0))
        #expect(options.dilation == (height: 1, width: 1))
        #expect(try BidirectionalLSTMOptions(OptionsTable(nil)).isTimeMajor)
        #expect(try ReshapeOptions(OptionsTable(nil)).extents.isEmpty)
    }

    /// The reader keeps unknown numbers, so that operators can name them in their errors.
    @Test func unknownNumbersAreKept() throws {
        let options = try Convolution2DOptions(table([0: .byte(9), 3: .byte(77)]))
        #expect(options.padding.rawValue == 9 && !options.padding.isKnown)
        #expect(options.activation.rawValue == 77 && options.activation.range == nil)
    }

    @Test func fieldsOutsideOfTheTableAreMalformed() throws {
        let options = try table([0: .byte(1)])
        #expect(throws: ModelError.self) { try StridedSliceOptions(options) }
    }
}
