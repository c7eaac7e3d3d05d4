import ArgumentParser
import Sight
import SightImageIO

/// Runs a task on each image of a command line, and continues after an image that fails.
struct ImageLoop {
    let inputs: [ImageArgument]
    /// The smallest width and height at which images are decoded; `nil` for the full size.
    let minimumSize: Int?
    /// Whether the results are drawn on the images at full size.
    var draws = false

    /// Decodes each image, calls `find` with it, and calls `show` with the result.
    ///
    /// The progress bar is visible during `find`, but not during `show`, which may print.
    ///
    /// - Throws: the errors of the output, or an exit status if images failed.
    func run<Found>(
        _ find: (NamedImage) throws -> Found, show: (Found) throws -> Void
    ) async throws {
        let progress = ProgressBar(total: inputs.count)
        var failures = 0
        for await image in DecodedImages(inputs, minimumSize: minimumSize, draws: draws) {
            do {
                let input = try image.get()
                input.warnIfDamaged(progress)
                let found = try Self.find(in: input, find)
                progress.clear()
                try show(found)
            } catch let error as CommandError where error.status != .someInputsFailed {
                throw error
            } catch {
                progress.clear()
                Console.complain(String(describing: error))
                failures += 1
            }
            progress.advance()
        }
        progress.clear()
        if failures > 0 { throw ExitCode(ExitStatus.someInputsFailed.rawValue) }
    }

    /// Calls `find`, and puts the image's name before the message of an error.
    private static func find<Found>(
        in image: NamedImage, _ find: (NamedImage) throws -> Found
    ) throws -> Found {
        do {
            return try find(image)
        } catch let error as DetectionError {
            throw CommandError(.someInputsFailed, "\(image.name): \(error.message)", cause: error)
        }
    }
}
