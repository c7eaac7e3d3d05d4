// The original's header: it imports Sight's module; see SightObjectiveC.h.
#import "../SightObjectiveC.h"
#if __has_feature(modules)
@import FirebaseMLCommon;
#else
#import "FirebaseMLCommon-Swift.h"
#endif
