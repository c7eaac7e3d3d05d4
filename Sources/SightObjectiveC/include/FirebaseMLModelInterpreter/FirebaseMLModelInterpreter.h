// The original's header: it imports Sight's module; see SightObjectiveC.h.
#import "../FirebaseMLCommon/FirebaseMLCommon.h"
#if __has_feature(modules)
@import FirebaseMLModelInterpreter;
#else
#import "FirebaseMLModelInterpreter-Swift.h"
#endif
