// The original's header: it imports Sight's module; see SightObjectiveC.h.
#import "../MLKitImageLabelingCommon/MLKitImageLabelingCommon.h"
#if __has_feature(modules)
@import MLKitImageLabelingCustom;
#else
#import "MLKitImageLabelingCustom-Swift.h"
#endif
