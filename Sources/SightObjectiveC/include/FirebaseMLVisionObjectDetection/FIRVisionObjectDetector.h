#import "FirebaseMLVisionObjectDetection.h"
