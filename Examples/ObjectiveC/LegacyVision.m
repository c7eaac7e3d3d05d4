// Firebase 6 in Objective-C: its object detector, its models, its interpreter.
@import FirebaseMLCommon;
@import FirebaseMLModelInterpreter;
@import FirebaseMLVision;
@import FirebaseMLVisionObjectDetection;
@import Foundation;
@import SightObjectiveC;
@import UIKit;

@interface LegacyVision : NSObject
@end

@implementation LegacyVision

- (void)lookAtPhoto:(UIImage *)photo {
  FIRVisionObjectDetectorOptions *options = [[FIRVisionObjectDetectorOptions alloc] init];
  options.detectorMode = FIRVisionObjectDetectorModeSingleImage;
  options.shouldEnableMultipleObjects = YES;
  options.shouldEnableClassification = YES;
  FIRVisionObjectDetector *detector = [[FIRVision vision] objectDetectorWithOptions:options];
  FIRVisionImage *image = [[FIRVisionImage alloc] initWithImage:photo];
  FIRVisionImageMetadata *metadata = [[FIRVisionImageMetadata alloc] init];
  metadata.orientation = FIRVisionDetectorImageOrientationTopLeft;
  image.metadata = metadata;
  [detector processImage:image
              completion:^(NSArray<FIRVisionObject *> *objects, NSError *error) {
                for (FIRVisionObject *object in objects) [self show:object];
              }];
}

- (void)show:(FIRVisionObject *)object {
  switch (object.classificationCategory) {
    case FIRVisionObjectCategoryFood:
      NSLog(@"food %@ at %f, %@", object.confidence, object.frame.origin.x, object.trackingID);
      break;
    case FIRVisionObjectCategoryUnknown:
    case FIRVisionObjectCategoryHomeGoods:
    case FIRVisionObjectCategoryFashionGoods:
    case FIRVisionObjectCategoryPlaces:
    case FIRVisionObjectCategoryPlants:
      break;
  }
}

- (void)downloadModel:(NSString *)name {
  FIRCustomRemoteModel *model = [[FIRCustomRemoteModel alloc] initWithName:name];
  FIRModelDownloadConditions *conditions =
      [[FIRModelDownloadConditions alloc] initWithAllowsCellularAccess:YES
                                           allowsBackgroundDownloading:NO];
  [NSNotificationCenter.defaultCenter
      addObserverForName:FIRModelDownloadDidSucceedNotification
                  object:nil
                   queue:nil
              usingBlock:^(NSNotification *notification) {
                FIRRemoteModel *loaded =
                    notification.userInfo[FIRModelDownloadUserInfoKeyRemoteModel];
                [[FIRModelManager modelManager]
                    getLatestModelFilePath:loaded
                                completion:^(NSString *path, NSError *error) {
                                  NSLog(@"%@ %@", path, error);
                                }];
              }];
  [[FIRModelManager modelManager] downloadModel:model conditions:conditions];
}

- (void)runModelAtPath:(NSString *)path withBytes:(NSData *)bytes {
  FIRCustomLocalModel *model = [[FIRCustomLocalModel alloc] initWithModelPath:path];
  FIRModelInterpreter *interpreter = [FIRModelInterpreter modelInterpreterForLocalModel:model];
  NSError *error;
  FIRModelInputOutputOptions *format = [[FIRModelInputOutputOptions alloc] init];
  [format setInputFormatForIndex:0
                            type:FIRModelElementTypeUInt8
                      dimensions:@[ @1, @224, @224, @3 ]
                           error:&error];
  [format setOutputFormatForIndex:0
                             type:FIRModelElementTypeFloat32
                       dimensions:@[ @1, @1001 ]
                            error:&error];
  FIRModelInputs *inputs = [[FIRModelInputs alloc] init];
  if (![inputs addInput:bytes error:&error]) return;
  [interpreter runWithInputs:inputs
                     options:format
                  completion:^(FIRModelOutputs *outputs, NSError *failure) {
                    NSError *error;
                    NSArray *scores = [outputs outputAtIndex:0 error:&error];
                    NSLog(@"%@ %@ %@", scores, error, failure);
                  }];
}

@end
