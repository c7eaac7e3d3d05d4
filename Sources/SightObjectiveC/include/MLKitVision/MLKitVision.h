// The original's header: it imports Sight's module; see SightObjectiveC.h.
#import "../MLImage/MLImage.h"
#if __has_feature(modules)
@import MLKitVision;
#else
#import "MLKitVision-Swift.h"
#endif
