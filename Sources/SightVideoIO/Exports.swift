// The public API of video frames uses types of these modules.
@_exported public import SightGeometry
@_exported public import SightImage

// Frames and trackers use the same times: `FrameTime`.
@_exported public import struct SightTracking.FrameTime
