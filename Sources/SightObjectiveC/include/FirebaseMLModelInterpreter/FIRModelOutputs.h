#import "FirebaseMLModelInterpreter.h"
