#import "MLImage.h"
