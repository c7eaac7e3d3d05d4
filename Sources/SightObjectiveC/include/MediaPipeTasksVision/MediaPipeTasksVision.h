// The original's header: it imports Sight's module; see SightObjectiveC.h.
#import "../SightObjectiveC.h"
#if __has_feature(modules)
@import MediaPipeTasksVision;
#else
#import "MediaPipeTasksVision-Swift.h"
#endif
