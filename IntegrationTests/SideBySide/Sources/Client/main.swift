import FirebaseCore
import FirebaseMLCommon
import SightTensorFlowLite
import TensorFlowLite

// Each name means the module of its own package.
precondition(TensorFlowLite.Interpreter.maker == "LiteRT")
precondition(FirebaseCore.maker == "firebase-ios-sdk")
precondition((try? SightTensorFlowLite.Interpreter(modelPath: "missing.tflite")) == nil)
_ = ModelManager.modelManager()
print("Sight stands beside LiteRT and firebase-ios-sdk")
