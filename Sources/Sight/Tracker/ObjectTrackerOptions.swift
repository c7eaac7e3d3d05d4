public import SightTracking

/// The options of an ``ObjectTracker``.
public struct ObjectTrackerOptions: Sendable {
    /// Whether to return several objects or only the most prominent one.
    public var allowsMultipleObjects = false
    /// The largest number of objects; ML Kit's limit by default, `nil` for all.
    ///
    /// It has an effect only with ``allowsMultipleObjects``.
    public var maximumObjectCount: Int? = 5
    /// Whether to name each object with the classifier.
    ///
    /// Without it objects carry the localizer's own label, if it tells classes apart.
    public var isClassificationEnabled = false
    /// The rule for the frames on which the localizer runs.
    public var schedule = DetectionSchedule.everyFrame
    /// The tracker that assigns identities: any `Tracker`; each ``ObjectTracker`` gets a copy.
    ///
    /// `nil` stands for a `SightTracker` with the localizer's threshold.
    public var tracker: (any Tracker)?
    /// Whether a tracker that can read pixels may do so; otherwise objects only move on at their
    /// velocities between detections.
    public var usesPixels = true
    /// The number of seconds for which an object may be away and still get its tracking ID back;
    /// with 0, the default, every object that appears is new.
    ///
    /// An object is recognized by its colors from top to bottom, so two things that look alike and
    /// are never seen together may get one identity.
    public var reidentificationTime: Double = 0
    /// The label texts of detections to track; `nil` for all.
    public var allowedLabels: Set<String>?
    /// The label texts of detections that are not tracked.
    public var deniedLabels: Set<String> = []
    /// The largest overlap of two detections, as intersection over union in 0…1.
    public var maximumIoU: Float = 0.7
    /// The factor by which another object must be more prominent to replace the first object; at
    /// least 1.
    public var prominenceMargin: Float = 1.3
    /// The change of an object's crop after which the object is named again: the mean difference of
    /// its gray levels in 0…255, independent of the brightness.
    public var labelRefreshDifference: Float = 20

    /// The defaults: the most prominent object, unnamed, detected in every frame.
    public init() {}
}
