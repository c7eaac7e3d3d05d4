// The original's header: it imports Sight's module; see SightObjectiveC.h.
#import "../SightObjectiveC.h"
#if __has_feature(modules)
@import MLKitCommon;
#else
#import "MLKitCommon-Swift.h"
#endif
