#import "TensorFlowLiteTaskVision.h"
