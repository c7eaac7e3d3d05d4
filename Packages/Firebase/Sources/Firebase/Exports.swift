// The umbrella module of Firebase 6: machine learning, `FirebaseApp` and `FirebaseOptions`.
@_exported public import FirebaseMLCommon
@_exported public import FirebaseMLModelInterpreter
@_exported public import FirebaseMLVision
@_exported public import FirebaseMLVisionObjectDetection
@_exported public import SightFirebaseApp
