import SightGeometry

/// Decides whether two boxes, one inside the other, show the same object.
///
/// A localizer may find a chair, and the chair with its surroundings. The rule never drops the
/// inner box: on the validation images any rule that did lost .02 to .03 of AP50, and this one lost
/// .000 (Training/RUNS.md).
enum NestedObjects {
    /// The least share of the inner box that lies in the outer one.
    private static let leastInside: Float = 0.9
    /// The least area of the inner box, as a share of the outer one's; a smaller box is a part.
    private static let leastArea: Float = 1 / 3

    /// Whether the outer object repeats the inner one: same name, and no better score.
    ///
    /// Objects without a name may differ in kind, so none of them repeats another.
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
