// The constants of ML Kit and Firebase ML for Objective-C. Swift cannot declare global constants
// for Objective-C.
//
// The folders beside this file have the headers of the originals: `<MLKitVision/MLKitVision.h>`
// imports this file and the module MLKitVision. In a file that is compiled without modules, such as
// a `.mm` file without `-fcxx-modules`, it imports `MLKitVision-Swift.h`, which the Swift compiler
// writes; its folder must be in the search paths. `@import MLKit;` declares nothing, because
// re-exports of Swift do not reach Objective-C: import `<MLKit/MLKit.h>` instead.
#ifndef SIGHT_OBJECTIVE_C_H
#define SIGHT_OBJECTIVE_C_H

#ifdef __OBJC__
#import <Foundation/Foundation.h>

// The headers of the Swift compiler import frameworks only where modules are on.
#if !__has_feature(modules)
#if __has_include(<CoreMedia/CoreMedia.h>)
#import <CoreMedia/CoreMedia.h>
#endif
#if __has_include(<UIKit/UIKit.h>)
#import <UIKit/UIKit.h>
#endif
#endif

NS_ASSUME_NONNULL_BEGIN

typedef NSString *MLKModelDownloadUserInfoKey;
static NSNotificationName const MLKModelDownloadDidSucceedNotification =
    @"MLKModelDownloadDidSucceedNotification";
static NSNotificationName const MLKModelDownloadDidFailNotification =
    @"MLKModelDownloadDidFailNotification";
static MLKModelDownloadUserInfoKey const MLKModelDownloadUserInfoKeyRemoteModel =
    @"MLKModelDownloadUserInfoKeyRemoteModel";
static MLKModelDownloadUserInfoKey const MLKModelDownloadUserInfoKeyError =
    @"MLKModelDownloadUserInfoKeyError";

typedef NSString *MLKDetectedObjectLabel;
static MLKDetectedObjectLabel const MLKDetectedObjectLabelFashionGood = @"Fashion good";
static MLKDetectedObjectLabel const MLKDetectedObjectLabelHomeGood = @"Home good";
static MLKDetectedObjectLabel const MLKDetectedObjectLabelFood = @"Food";
static MLKDetectedObjectLabel const MLKDetectedObjectLabelPlace = @"Place";
static MLKDetectedObjectLabel const MLKDetectedObjectLabelPlant = @"Plant";

typedef NSInteger MLKDetectedObjectLabelIndex;
static MLKDetectedObjectLabelIndex const MLKDetectedObjectLabelIndexFashionGood = 0;
static MLKDetectedObjectLabelIndex const MLKDetectedObjectLabelIndexHomeGood = 1;
static MLKDetectedObjectLabelIndex const MLKDetectedObjectLabelIndexFood = 2;
static MLKDetectedObjectLabelIndex const MLKDetectedObjectLabelIndexPlace = 3;
static MLKDetectedObjectLabelIndex const MLKDetectedObjectLabelIndexPlant = 4;

typedef NSString *FIRModelDownloadUserInfoKey;
static NSNotificationName const FIRModelDownloadDidSucceedNotification =
    @"FIRModelDownloadDidSucceedNotification";
static NSNotificationName const FIRModelDownloadDidFailNotification =
    @"FIRModelDownloadDidFailNotification";
static FIRModelDownloadUserInfoKey const FIRModelDownloadUserInfoKeyRemoteModel =
    @"FIRModelDownloadUserInfoKeyRemoteModel";
static FIRModelDownloadUserInfoKey const FIRModelDownloadUserInfoKeyError =
    @"FIRModelDownloadUserInfoKeyError";

// The types of blocks that detectors call.
@class MLKObject, MLKImageLabel, FIRVisionObject, FIRModelOutputs;
typedef void (^MLKObjectDetectionCallback)(NSArray<MLKObject *> *_Nullable objects,
                                           NSError *_Nullable error);
typedef void (^MLKImageLabelingCallback)(NSArray<MLKImageLabel *> *_Nullable labels,
                                         NSError *_Nullable error);
typedef void (^FIRVisionObjectDetectionCallback)(NSArray<FIRVisionObject *> *_Nullable objects,
                                                 NSError *_Nullable error);

// The types of blocks that a model interpreter calls.
typedef void (^FIRModelInterpreterRunCallback)(FIRModelOutputs *_Nullable outputs,
                                               NSError *_Nullable error);
typedef void (^FIRModelInterpreterInputOutputOpIndexCallback)(NSNumber *_Nullable index,
                                                              NSError *_Nullable error);

// The values of GMLImage's and MPPImage's `imageSourceType`.
typedef NSInteger GMLImageSourceType;
static GMLImageSourceType const GMLImageSourceTypeImage = 0;
static GMLImageSourceType const GMLImageSourceTypePixelBuffer = 1;
static GMLImageSourceType const GMLImageSourceTypeSampleBuffer = 2;

typedef NSInteger MPPImageSourceType;
static MPPImageSourceType const MPPImageSourceTypeImage = 0;
static MPPImageSourceType const MPPImageSourceTypePixelBuffer = 1;
static MPPImageSourceType const MPPImageSourceTypeSampleBuffer = 2;

// The error domains of TensorFlowLiteObjC, whose codes are enumerations of SightTensorFlowLite; its
// version, see `Runtime.version` in Swift; and the type of TFLDelegate's `cDelegate`.
static NSErrorDomain const TFLInterpreterErrorDomain = @"org.tensorflow.lite.interpreter";
static NSErrorDomain const TFLSignatureRunnerErrorDomain = @"org.tensorflow.lite.SignatureRunner";
static NSString *const TFLVersion = @"2.3.0";
typedef void *TFLCDelegate;

NS_ASSUME_NONNULL_END
#endif

#endif
