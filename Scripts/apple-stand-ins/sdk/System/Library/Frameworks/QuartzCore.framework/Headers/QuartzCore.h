// Stand-in: the part of Core Animation that the examples use, from Apple's published documentation.
#import <Foundation/Foundation.h>
#import <CoreGraphics/CoreGraphics.h>
NS_ASSUME_NONNULL_BEGIN
@interface CALayer : NSObject <NSSecureCoding>
@property CGRect bounds;
@end
NS_ASSUME_NONNULL_END
