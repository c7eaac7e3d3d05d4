import SightGeometry

/// The images that are measured; a file without any would give no figures.
extension AnnotationFile {
    /// Returns the images with which a detector is measured: those whose boxes people drew.
    ///
    /// - Throws: ``CommandError`` with status `usage` if there is none, or if none of their boxes
    ///   counts.
    func imagesDrawnByPeople() throws(CommandError) -> [AnnotatedImage] {
        let drawn = images.filter(\.isDrawnByPeople)
        guard !drawn.isEmpty else {
            throw CommandError(
                .usage,
                "\(path): people drew the boxes of 0 of \(images.count) images: give images whose "
                    + "boxes_kind is human or mask, or without this field")
        }
        let hasObjects = drawn.contains { image in
            (image.boxes ?? []).indices.contains { !image.isIgnored($0) }
        }
        guard hasObjects else {
            throw CommandError(
                .usage,
                "\(path): 0 of \(drawn.count) images have a box that counts: give images with "
                    + "objects")
        }
        return drawn
    }

    /// Checks that there is a crop with which a classifier can be measured.
    ///
    /// - Throws: ``CommandError`` with status `usage` if there is none.
    func requireCrops() throws(CommandError) {
        let size = Upright.Size(width: 1, height: 1)
        let hasCrops = images.contains { !AnnotatedCrop.crops(of: $0, in: size).isEmpty }
        guard hasCrops else {
            throw CommandError(
                .usage,
                "\(path): 0 of \(images.count) images have a category: give box_coarse for boxes, "
                    + "and coarse for images without boxes")
        }
    }
}
