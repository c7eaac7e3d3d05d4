import Foundation

/// The three forms of a detector's call; each reports errors as `NSError`.
///
/// `snapshot` is called first, on the caller's thread, so that later changes of the image have no
/// effect. `make` converts objects to the type of the calling module.
extension PipelineLease {
    /// Calls the completion handler on ``DetectionCallbacks/queue``, exactly once.
    package func process<Found: Sendable>(
        _ snapshot: () throws(DropInError) -> FrameSnapshot,
        as make: @escaping @Sendable (SeenObject) -> Found,
        then completion: Completion<Result<[Found], any Error>>
    ) {
        do throws(DropInError) {
            let frame = try snapshot()
            pipeline.process(frame) { result in
                switch result {
                case .success(let objects):
                    completion(.success(objects.map { make(SeenObject($0, in: frame)) }))
                case .failure(let error): completion(.failure(error.nsError))
                }
            }
        } catch {
            completion(.failure(error.nsError))
        }
    }

    /// Suspends the calling task until the result is there.
    package nonisolated(nonsending) func process<Found>(
        _ snapshot: () throws(DropInError) -> FrameSnapshot, as make: (SeenObject) -> Found
    ) async throws -> [Found] {
        do throws(DropInError) {
            let frame = try snapshot()
            let result = await withCheckedContinuation { continuation in
                pipeline.process(frame) { continuation.resume(returning: $0) }
            }
            return try result.get().map { make(SeenObject($0, in: frame)) }
        } catch {
            throw error.nsError
        }
    }

    /// Blocks the calling thread, which must not be the main thread.
    package func results<Found>(
        _ snapshot: () throws(DropInError) -> FrameSnapshot, as make: (SeenObject) -> Found
    ) throws -> [Found] {
        do throws(DropInError) {
            try MainThreadRule.check("results(in:)")
            let frame = try snapshot()
            return try pipeline.objects(in: frame).map { make(SeenObject($0, in: frame)) }
        } catch {
            throw error.nsError
        }
    }
}
