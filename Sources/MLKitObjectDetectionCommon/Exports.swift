// As the headers of the original do: images come with the detectors.
@_exported public import MLKitCommon
@_exported public import MLKitVision
