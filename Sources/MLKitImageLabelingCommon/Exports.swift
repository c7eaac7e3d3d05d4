// As the headers of the original do: images come with the labelers.
@_exported public import MLKitCommon
@_exported public import MLKitVision
