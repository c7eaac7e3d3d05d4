#import "../TFLTensorFlowLite/TFLTensorFlowLite.h"
