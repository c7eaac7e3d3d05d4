// The original's header: it imports Sight's module; see SightObjectiveC.h.
#import "../MLKitCommon/MLKitCommon.h"
#if __has_feature(modules)
@import MLKitLinkFirebase;
#else
#import "MLKitLinkFirebase-Swift.h"
#endif
