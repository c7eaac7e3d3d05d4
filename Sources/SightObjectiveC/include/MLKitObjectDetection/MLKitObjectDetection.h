// The original's header: it imports Sight's module; see SightObjectiveC.h.
#import "../MLKitObjectDetectionCommon/MLKitObjectDetectionCommon.h"
#if __has_feature(modules)
@import MLKitObjectDetection;
#else
#import "MLKitObjectDetection-Swift.h"
#endif
