import Foundation
import Sight
import SightDropIn
import Testing

@Suite struct DropInErrorTests {
    @Test func errorsLeaveAsNSErrorWithTextAndCause() {
        let inner = DropInError(.internal, "below")
        let error = DropInError(.invalidArgument, "what happened", cause: inner).nsError
        #expect(error.domain == SightErrorDomain)
        #expect(error.code == SightErrorCode.invalidArgument.rawValue)
        #expect(error.localizedDescription == "what happened")
        #expect(error.userInfo[NSUnderlyingErrorKey] != nil)
        #expect(error.userInfo[SightTaskLibraryCodeKey] == nil)
    }

    @Test func codesNeverChange() {
        let codes: [SightErrorCode] = [
            .internal, .invalidArgument, .modelNotFound, .modelNotDownloaded, .incompatibleModel,
            .failedPrecondition, .mainThread, .cancelled, .notFound, .permissionDenied,
            .resourceExhausted, .notEnoughSpace,
        ]
        #expect(codes.map(\.rawValue) == Array(1...12))
    }

    @Test func modelsAreInTheProgramUnlessAFolderHasThem() {
        let models = BuiltInModels(folder: "/does/not/exist")
        #expect(models.localizer().file.path == nil)
        #expect(models.classifier()?.file.path == nil)
    }
}
