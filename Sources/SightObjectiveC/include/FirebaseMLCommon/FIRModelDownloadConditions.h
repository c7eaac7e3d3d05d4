#import "FirebaseMLCommon.h"
