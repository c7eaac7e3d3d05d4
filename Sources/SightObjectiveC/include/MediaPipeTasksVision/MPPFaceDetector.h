#import "MediaPipeTasksVision.h"
