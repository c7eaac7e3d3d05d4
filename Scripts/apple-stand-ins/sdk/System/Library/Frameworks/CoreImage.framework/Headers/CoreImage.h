// Stand-in: the part of Core Image that Sight uses, from Apple's published documentation.
#import <Foundation/Foundation.h>
#import <CoreGraphics/CoreGraphics.h>
NS_ASSUME_NONNULL_BEGIN
NS_SWIFT_SENDABLE
@interface CIImage : NSObject <NSSecureCoding, NSCopying>
@property (atomic, readonly) CGRect extent;
@end
NS_SWIFT_SENDABLE
@interface CIContext : NSObject
- (instancetype)init;
- (nullable CGImageRef)createCGImage:(CIImage *)image fromRect:(CGRect)fromRect CF_RETURNS_RETAINED;
@end
NS_ASSUME_NONNULL_END
