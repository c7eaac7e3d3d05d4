// The headers of the original also include images with the detectors.
@_exported public import MLKitCommon
@_exported public import MLKitVision
