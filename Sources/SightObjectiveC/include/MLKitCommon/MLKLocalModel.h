#import "MLKitCommon.h"
