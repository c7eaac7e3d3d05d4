#import "TFLTensorFlowLite.h"
