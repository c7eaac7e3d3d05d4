// `Detection` and `Label` are part of what `Sight` gives its users: one import is enough for them.
@_exported public import SightTracking
