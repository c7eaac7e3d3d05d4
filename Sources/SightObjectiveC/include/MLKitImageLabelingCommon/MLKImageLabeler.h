#import "MLKitImageLabelingCommon.h"
