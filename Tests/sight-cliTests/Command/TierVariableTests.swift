import Sight
import Testing
import sight_cli

@Suite struct TierVariableTests {
    @Test func theNamesAreThoseOfTheKernels() {
        let names = [
            "scalar", "avx2", "avxvnni", "avx512", "avx512vnni", "amxint8", "neon", "neondot",
            "neoni8mm",
        ]
        #expect(KernelTier.names.sorted() == names.sorted())
    }

    @Test func onlyUnknownNamesAreWorthAWarning() {
        for value in KernelTier.names + [""] {
            #expect(TierVariable.warning(about: value) == nil)
        }
        #expect(TierVariable.warning(about: nil) == nil)
        let warning = TierVariable.warning(about: "foo")
        #expect(warning?.contains("SIGHT_TIER=foo") == true)
        for name in KernelTier.names { #expect(warning?.contains(name) == true) }
    }

    @Test func theCommandWarnsOnceAndWorks() throws {
        let scratch = try ScratchFolder()
        let model = try scratch.write(SmallModels.reshape, to: "m.tflite")
        let outcome = try SightExecutable.run(
            "model", "run", model, environment: ["SIGHT_TIER": "foo"])
        #expect(outcome.status == 0)
        #expect(outcome.complaints.hasPrefix("sight: SIGHT_TIER=foo is ignored"))
        #expect(outcome.complaints.filter { $0 == "\n" }.count == 1)
    }
}
