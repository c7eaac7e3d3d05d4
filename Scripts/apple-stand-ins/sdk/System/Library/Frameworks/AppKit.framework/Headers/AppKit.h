// Stand-in: the part of AppKit that Sight uses, from Apple's published documentation.
#import <Foundation/Foundation.h>
#import <CoreGraphics/CoreGraphics.h>
NS_ASSUME_NONNULL_BEGIN
@class NSGraphicsContext;
@interface NSGraphicsContext : NSObject
@end
typedef NSString *NSImageHintKey NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(NSImageRep.HintKey);
@interface NSImageRep : NSObject
@end
@interface NSImage : NSObject <NSCopying>
- (nullable CGImageRef)CGImageForProposedRect:(nullable CGRect *)proposedDestRect context:(nullable NSGraphicsContext *)referenceContext hints:(nullable NSDictionary<NSImageHintKey, id> *)hints __attribute__((cf_returns_not_retained)) API_AVAILABLE(macos(10.6)) NS_SWIFT_NAME(cgImage(forProposedRect:context:hints:));
@end
NS_ASSUME_NONNULL_END
