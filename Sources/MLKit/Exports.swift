// The umbrella module of GoogleMLKit: all modules for object detection and image labeling.
@_exported public import MLImage
@_exported public import MLKitCommon
@_exported public import MLKitImageLabeling
@_exported public import MLKitImageLabelingCommon
@_exported public import MLKitImageLabelingCustom
@_exported public import MLKitLinkFirebase
@_exported public import MLKitObjectDetection
@_exported public import MLKitObjectDetectionCommon
@_exported public import MLKitObjectDetectionCustom
@_exported public import MLKitVision
