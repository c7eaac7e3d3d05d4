import Foundation
import SightDropIn
import SightTasks

/// The calls that all tasks share: they read the image, run the model in the running mode of the
/// options, and throw each error as an `NSError` in `SightErrorDomain`.
///
/// The public class of a task adds the names of its calls and of its results.
struct VisionTask<Output: Sendable>: Sendable {
    /// The work on one frame.
    typealias Work = TaskRunner<Output>.Work

    private let runner: TaskRunner<Output>

    /// Makes a task; a live stream needs a delegate, and the other modes must have none.
    init(_ mode: RunningMode, hasDelegate: Bool) throws(DropInError) {
        runner = try TaskRunner(mode.runner(Output.self), hasDelegate: hasDelegate)
    }

    /// Processes an independent image.
    func image(_ image: MPImage, _ work: Work) throws(NSError) -> Output {
        do throws(DropInError) {
            return try runner.image(try image.snapshot(), work)
        } catch {
            throw error.nsError
        }
    }

    /// Processes a frame of a video; its time must be later than that of the frame before it.
    func video(_ image: MPImage, at milliseconds: Int, _ work: Work) throws(NSError) -> Output {
        do throws(DropInError) {
            return try runner.video(try image.snapshot(), at: milliseconds, work)
        } catch {
            throw error.nsError
        }
    }

    /// Processes a frame of a live stream later; while the task is busy, only the newest one waits.
    ///
    /// A private serial queue calls `finish`.
    func live(
        _ image: MPImage, at milliseconds: Int, _ work: @escaping Work,
        then finish: @escaping @Sendable (Result<Output, NSError>) -> Void
    ) throws(NSError) {
        do throws(DropInError) {
            try runner.live(try image.snapshot(), at: milliseconds, work) {
                finish($0.mapError { $0.nsError })
            }
        } catch {
            throw error.nsError
        }
    }
}

extension Result {
    /// The value; `nil` if the call failed.
    var success: Success? {
        if case .success(let value) = self { value } else { nil }
    }

    /// The error; `nil` if the call succeeded.
    var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
