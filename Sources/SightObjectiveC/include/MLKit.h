#import "MLKit/MLKit.h"
