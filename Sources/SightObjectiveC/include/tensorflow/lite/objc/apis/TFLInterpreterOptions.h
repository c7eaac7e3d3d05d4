#import "../../../../TFLTensorFlowLite/TFLTensorFlowLite.h"
