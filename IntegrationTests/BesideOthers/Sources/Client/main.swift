import Firebase
import FirebaseMLCommon
import FirebaseMLModelDownloader
import FirebaseMLModelInterpreter
import FirebaseMLVision
import FirebaseMLVisionObjectDetection
import SightTensorFlowLite
import TensorFlowLite

// The modules `Firebase` and `TensorFlowLite` come from the other packages.
FirebaseApp.configure()
precondition(FirebaseApp.maker == "firebase-ios-sdk")
precondition(ModelDownloader.maker == "firebase-ios-sdk")
precondition(TensorFlowLite.Interpreter.maker == "LiteRT")

// Sight's interpreter and its API of Firebase 6 work in the same app.
let model = CustomRemoteModel(name: "none")
precondition(!ModelManager.modelManager().isModelDownloaded(model))
let detector = Vision.vision().objectDetector(options: VisionObjectDetectorOptions())
do {
    _ = try SightTensorFlowLite.Interpreter(modelPath: "missing.tflite")
    fatalError("a file that does not exist was read")
} catch {
    precondition(error is InterpreterError)
}
print("BesideOthers: \(type(of: detector)) and two interpreters in one program")
