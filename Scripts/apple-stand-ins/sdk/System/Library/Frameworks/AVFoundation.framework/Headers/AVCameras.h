// Stand-in: the parts for cameras and their preview that the tool's AVFoundation lacks, from
// Apple's published documentation.
#import <AVFoundation/AVFoundation.h>
#import <QuartzCore/QuartzCore.h>
NS_ASSUME_NONNULL_BEGIN
@interface AVCaptureDevice (SightAccess)
+ (void)requestAccessForMediaType:(AVMediaType)mediaType
                completionHandler:(void (NS_SWIFT_SENDABLE ^)(BOOL granted))handler
    NS_SWIFT_NAME(requestAccess(for:completionHandler:)) API_AVAILABLE(macos(10.14), ios(7.0));
@end
@interface AVCaptureSession (SightEnds)
@property(nonatomic, readonly) NSArray<AVCaptureInput *> *inputs;
@property(nonatomic, readonly) NSArray<AVCaptureOutput *> *outputs;
- (void)removeInput:(AVCaptureInput *)input;
- (void)removeOutput:(AVCaptureOutput *)output;
@end
NS_SWIFT_NAME(AVCaptureDevice.DiscoverySession) API_AVAILABLE(macos(10.15), ios(10.0))
@interface AVCaptureDeviceDiscoverySession : NSObject
+ (instancetype)discoverySessionWithDeviceTypes:(NSArray<AVCaptureDeviceType> *)deviceTypes
                                      mediaType:(nullable AVMediaType)mediaType
                                       position:(AVCaptureDevicePosition)position;
@property(nonatomic, readonly) NSArray<AVCaptureDevice *> *devices;
@end
typedef NSString *AVLayerVideoGravity NS_TYPED_ENUM;
extern AVLayerVideoGravity const AVLayerVideoGravityResizeAspect;
extern AVLayerVideoGravity const AVLayerVideoGravityResizeAspectFill;
API_AVAILABLE(macos(10.7), ios(4.0))
@interface AVCaptureVideoPreviewLayer : CALayer
@property(nonatomic, retain, nullable) AVCaptureSession *session;
@property(copy) AVLayerVideoGravity videoGravity;
@end
NS_ASSUME_NONNULL_END
