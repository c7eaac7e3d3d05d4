#import "MLKitObjectDetection.h"
