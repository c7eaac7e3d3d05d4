#import "MLKitLinkFirebase.h"
