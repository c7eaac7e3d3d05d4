import SightTensorFlowLite
import Testing

@Suite struct DelegateTests {
    @Test func metalDefaults() {
        let options = MetalDelegate().options
        #expect(!options.isPrecisionLossAllowed)
        #expect(options.waitType == .passive)
        #expect(options.isQuantizationEnabled)
    }

    @Test func metalKeepsOptions() {
        var options = MetalDelegate.Options()
        options.waitType = .aggressive
        options.isPrecisionLossAllowed = true
        #expect(MetalDelegate(options: options).options == options)
        #expect(options != MetalDelegate.Options())
    }

    @Test func coreMLNeedsNoNeuralEngineOnlyForAllDevices() {
        #expect(CoreMLDelegate() == nil)
        var options = CoreMLDelegate.Options()
        #expect(options.coreMLVersion == 0)
        #expect(options.maxDelegatedPartitions == 0)
        #expect(options.minNodesPerPartition == 2)
        options.enabledDevices = .all
        #expect(CoreMLDelegate(options: options)?.options == options)
    }

    /// Every delegate has an equal stand-in for the pointer, also one of the app's own.
    @Test func delegatesHaveAPointer() throws {
        final class OwnDelegate: Delegate {
            let cDelegate = CDelegate()
        }
        var options = CoreMLDelegate.Options()
        options.enabledDevices = .all
        let delegates: [any Delegate] = [
            MetalDelegate(), try #require(CoreMLDelegate(options: options)), OwnDelegate(),
        ]
        #expect(Set(delegates.map { $0.cDelegate }) == [CDelegate()])
    }
}
