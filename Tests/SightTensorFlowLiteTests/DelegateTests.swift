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
}
