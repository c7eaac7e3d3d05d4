import Sight
import SightTensorFlowLite

// The program uses types of both products, so that the linker keeps them.
print(VisionImage.self, ObjectDetector.self, Interpreter.self)
