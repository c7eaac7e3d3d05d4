#import "MLKitObjectDetectionCommon.h"
