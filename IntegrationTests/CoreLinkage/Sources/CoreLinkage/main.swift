import Sight
import SightTensorFlowLite

// Types of both products, so that the linker keeps them.
print(VisionImage.self, ObjectDetector.self, Interpreter.self)
