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

    @Test func withoutDefaultModelsTheErrorSaysWhatToDo() throws {
        for (folder, hint) in [(nil, "SIGHT_MODELS"), ("/does/not/exist", "localizer.tflite")] {
            guard folder != nil || ProcessInfo.processInfo.environment["SIGHT_MODELS"] == nil else {
                continue
            }
            do throws(DropInError) {
                _ = try EnvironmentModels(folder: folder).localizer()
                Issue.record("there are no models")
            } catch {
                #expect(error.code == .modelNotFound)
                #expect(error.message.contains(hint))
            }
        }
    }
}
