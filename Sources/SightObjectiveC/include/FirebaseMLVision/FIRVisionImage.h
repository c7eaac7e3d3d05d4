#import "FirebaseMLVision.h"
