import Sight
package import SightDropIn

/// The image segmenter of the tasks.
package struct TaskSegmenter: Sendable {
    private let segmenter: Segmenter
    private let wantsConfidences, wantsCategories: Bool

    /// The names of the classes in the label file; empty without one.
    package var labels: [String] { segmenter.texts }

    /// Loads the model.
    ///
    /// - Parameters:
    ///   - configuration: the model, and how it runs.
    ///   - wantsConfidences: whether each class gets a mask of confidences.
    ///   - wantsCategories: whether there is a mask of classes.
    /// - Throws: `invalidArgument`, `modelNotFound`, `incompatibleModel`.
    package init(
        _ configuration: TaskConfiguration, wantsConfidences: Bool, wantsCategories: Bool
    ) throws(DropInError) {
        try configuration.check()
        guard wantsConfidences || wantsCategories else {
            throw DropInError(
                .invalidArgument,
                "the options want no mask: set shouldOutputConfidenceMasks, "
                    + "shouldOutputCategoryMask or both")
        }
        self.wantsConfidences = wantsConfidences
        self.wantsCategories = wantsCategories
        var options = SegmenterOptions()
        options.threadCount = max(1, configuration.threadCount)
        // The names of the label file itself, as the original gives them.
        options.displayNamesLocale = ""
        do throws(DetectionError) {
            segmenter = try Segmenter(ModelFile(path: configuration.modelPath), options: options)
        } catch {
            throw DropInError(error)
        }
        guard !wantsConfidences || segmenter.content != .indices else {
            throw DropInError(
                .incompatibleModel,
                "the model tells the best class of each place and no confidences: set "
                    + "shouldOutputConfidenceMasks to false and shouldOutputCategoryMask to true")
        }
    }

    /// Tells what each pixel of an image shows.
    ///
    /// - Throws: `invalidArgument`.
    package func masks(of frame: FrameSnapshot) throws(DropInError) -> TaskMasks {
        let scores: SegmentationScores
        do throws(DetectionError) {
            scores = try segmenter.scores(of: frame.image)
        } catch {
            throw DropInError(error)
        }
        return TaskMasks(
            width: scores.storedWidth, height: scores.storedHeight,
            confidences: wantsConfidences ? scores.confidenceMasks() : nil,
            categories: wantsCategories ? scores.categoryMask() : nil,
            classCount: scores.classCount)
    }
}
