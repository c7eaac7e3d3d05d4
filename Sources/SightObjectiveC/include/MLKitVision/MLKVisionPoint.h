#import "MLKitVision.h"
