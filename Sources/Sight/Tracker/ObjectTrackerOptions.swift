public import SightTracking

/// What an ``ObjectTracker`` looks for, how often, and what it returns.
public struct ObjectTrackerOptions: Sendable {
    /// Whether to return several objects or only the most prominent one.
    public var allowsMultipleObjects = false
    /// Most objects when several are allowed; ML Kit's limit by default, `nil` for any number.
    public var maximumObjectCount: Int? = 5
    /// Whether to name each object with the classifier.
    ///
    /// Without it objects carry the localizer's own label, if it tells classes apart.
    public var isClassificationEnabled = false
    /// On which frames the localizer runs.
    public var schedule = DetectionSchedule.everyFrame
    /// What gives objects their identities: any `Tracker`; each ``ObjectTracker`` gets a copy.
    ///
    /// `nil` for a `SightTracker` that knows the localizer's threshold.
    public var tracker: (any Tracker)?
    /// Whether the tracker may look at the pixels, if it can; without, frames between detections
    /// only move objects on as they moved before.
    public var usesPixels = true
    /// How many seconds an object may be away and still get its identity back when it returns; 0, the
    /// default, if every object that appears is a new one.
    ///
    /// An object is recognised by its colours from top to bottom, so two things that look alike and
    /// are never seen together may get one identity.
    public var reidentificationTime: Double = 0
    /// Track only detections with these label texts; `nil` for all.
    public var allowedLabels: Set<String>?
    /// Do not track detections with these label texts.
    public var deniedLabels: Set<String> = []
    /// Largest overlap of two detections, as intersection over union in 0…1.
    public var maximumIoU: Float = 0.7
    /// How many times as prominent another object must be to take the first place from the one
    /// that has it; at least 1.
    public var prominenceMargin: Float = 1.3
    /// How much an object's crop may change before it is named anew: the mean difference of its
    /// grey levels in 0…255, brightness aside.
    public var labelRefreshDifference: Float = 20

    /// The defaults: the most prominent object, unnamed, detected in every frame.
    public init() {}
}
