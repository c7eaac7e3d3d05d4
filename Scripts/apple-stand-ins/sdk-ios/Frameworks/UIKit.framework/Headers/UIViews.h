// This stand-in declares the UIKit views that the examples use, after Apple's published documentation.
#import <UIKit/UIKit.h>
#import <QuartzCore/QuartzCore.h>
NS_ASSUME_NONNULL_BEGIN
API_AVAILABLE(ios(2.0)) NS_SWIFT_UI_ACTOR
@interface UIResponder : NSObject
@end
API_AVAILABLE(ios(2.0)) NS_SWIFT_UI_ACTOR
@interface UIView : UIResponder
@property(class, nonatomic, readonly) Class layerClass;
@property(nonatomic, readonly, strong) CALayer *layer;
@property(nonatomic) CGRect bounds;
- (instancetype)initWithFrame:(CGRect)frame NS_DESIGNATED_INITIALIZER;
- (instancetype)init;
@end
NS_ASSUME_NONNULL_END
