import Foundation
import SightServerSupport
import Testing

@Suite struct OpenFilesTests {
    /// The limit is the largest that the system allows, and never lower than before.
    @Test func theLimitIsRaised() {
        let before = OpenFiles.limit
        let raised = OpenFiles.raiseLimit()
        #expect(raised >= before && raised == OpenFiles.limit)
        var values = rlimit()
        #if canImport(Glibc)
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &values)
            #expect(raised == max(before, min(Int(clamping: values.rlim_max), 1 << 20)))
        #endif
    }
}
