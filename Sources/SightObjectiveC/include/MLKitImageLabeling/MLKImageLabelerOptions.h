#import "MLKitImageLabeling.h"
