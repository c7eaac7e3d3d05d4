#import "TFLTensorFlowLite/TFLTensorFlowLite.h"
