// The original's header: it imports Sight's module; see SightObjectiveC.h.
#import "../MLKitObjectDetectionCommon/MLKitObjectDetectionCommon.h"
#if __has_feature(modules)
@import MLKitObjectDetectionCustom;
#else
#import "MLKitObjectDetectionCustom-Swift.h"
#endif
