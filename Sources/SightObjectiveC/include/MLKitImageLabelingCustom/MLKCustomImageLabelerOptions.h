#import "MLKitImageLabelingCustom.h"
