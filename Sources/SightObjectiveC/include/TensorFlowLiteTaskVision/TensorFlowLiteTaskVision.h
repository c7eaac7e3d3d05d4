// The original's header: it imports Sight's module; see SightObjectiveC.h.
#import "../MLKitVision/MLKitVision.h"
#if __has_feature(modules)
@import TensorFlowLiteTaskVision;
#else
#import "TensorFlowLiteTaskVision-Swift.h"
#endif
