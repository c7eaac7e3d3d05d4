import MLKit
import UIKit

/// The code of ML Kit's sample app that labels an image.
package enum Labeling {
    package static func detectLabels(
        image: UIImage?, options: CommonImageLabelerOptions,
        report: @escaping ([ImageLabel]?, Error?) -> Void
    ) {
        guard let image = image else { return }
        let onDeviceLabeler = ImageLabeler.imageLabeler(options: options)
        let visionImage = VisionImage(image: image)
        visionImage.orientation = image.imageOrientation
        onDeviceLabeler.process(visionImage) { labels, error in
            guard error == nil, let labels = labels, !labels.isEmpty else {
                report(nil, error)
                return
            }
            report(labels, nil)
        }
    }

    package static func custom(_ path: String) -> CommonImageLabelerOptions {
        let localModel = LocalModel(path: path)
        let options = CustomImageLabelerOptions(localModel: localModel)
        options.maxResultCount = 5
        options.confidenceThreshold = NSNumber(floatLiteral: 0.2)
        return options
    }

    package static func base() -> CommonImageLabelerOptions {
        let options = ImageLabelerOptions()
        options.confidenceThreshold = 0.1
        return options
    }
}
