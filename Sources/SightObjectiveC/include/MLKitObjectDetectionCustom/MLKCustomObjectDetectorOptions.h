#import "MLKitObjectDetectionCustom.h"
