import TensorFlowLite
import Testing

/// A file that imports the module TensorFlowLite sees what the original module exports.
@Suite struct TensorFlowLiteExportTests {
    @Test func theModuleExportsFoundation() {
        #expect(Bundle.main.path(forResource: "absent", ofType: "tflite") == nil)
        #expect(throws: (any Error).self) { _ = try Interpreter(modelData: Data()) }
    }
}
