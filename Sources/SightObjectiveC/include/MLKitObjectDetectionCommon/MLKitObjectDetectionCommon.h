// The original's header: it imports Sight's module; see SightObjectiveC.h.
#import "../MLKitCommon/MLKitCommon.h"
#import "../MLKitVision/MLKitVision.h"
#if __has_feature(modules)
@import MLKitObjectDetectionCommon;
#else
#import "MLKitObjectDetectionCommon-Swift.h"
#endif
