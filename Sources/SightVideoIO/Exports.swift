// Frames of a video are made of types of these modules.
@_exported public import SightGeometry
@_exported public import SightImage

// The times of frames are those of trackers: `FrameTime`.
@_exported public import struct SightTracking.FrameTime
