// The original's header: it imports Sight's module; see SightObjectiveC.h.
#import "../FirebaseMLVision/FirebaseMLVision.h"
#if __has_feature(modules)
@import FirebaseMLVisionObjectDetection;
#else
#import "FirebaseMLVisionObjectDetection-Swift.h"
#endif
