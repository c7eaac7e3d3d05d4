import SightGeometry

/// Decides whether two boxes, one inside the other, show the same object.
///
/// A localizer may find a chair, and the chair with its surroundings. In such a pair, the outer box
/// repeats the inner one. On the validation images, dropping outer boxes by this rule did not
/// change AP50, and each rule that dropped inner boxes lowered it by .02 to .03 (Training/RUNS.md).
enum NestedObjects {
    /// The smallest share of the inner box's area that must lie in the outer box.
    private static let leastInside: Float = 0.9
    /// The smallest area of the inner box, as a share of the outer box's area.
    ///
    /// A smaller box may be a part of the object.
    private static let leastArea: Float = 1 / 3

    /// Adds an object unless it repeats one of the others.
    ///
    /// The object takes the place of the first one that repeats it, so that the most prominent
    /// thing remains the first; otherwise it becomes the last.
    static func add(_ object: Object, to objects: inout [Object]) {
        if objects.contains(where: { repeats(object, $0) }) { return }
        let place = objects.firstIndex { repeats($0, object) } ?? objects.count
        objects.removeAll { repeats($0, object) }
        objects.insert(object, at: place)
    }

    /// Whether the outer object repeats the inner one: the boxes are nested, the first labels are
    /// the same, and the outer object's score is not higher.
    ///
    /// Objects without a label may differ in kind, so none of them repeats another.
    static func repeats(_ outer: Object, _ inner: Object) -> Bool {
        guard let name = outer.labels.first, name.text == inner.labels.first?.text,
            name.index == inner.labels.first?.index, inner.score >= outer.score
        else { return false }
        let (outerBox, innerBox) = (outer.uprightBox, inner.uprightBox)
        let innerArea = innerBox.area
        return innerArea < outerBox.area && innerArea >= leastArea * outerBox.area
            && outerBox.intersection(innerBox).area >= leastInside * innerArea
    }
}
