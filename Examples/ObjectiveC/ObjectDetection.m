// ML Kit in Objective-C: a custom classifier, its download, photos, frames of a camera, labels.
@import CoreMedia;
@import Foundation;
@import MLImage;
@import MLKitCommon;
@import MLKitImageLabeling;
@import MLKitImageLabelingCommon;
@import MLKitImageLabelingCustom;
@import MLKitLinkFirebase;
@import MLKitObjectDetection;
@import MLKitObjectDetectionCommon;
@import MLKitObjectDetectionCustom;
@import MLKitVision;
@import SightObjectiveC;
@import UIKit;

@interface ObjectDetection : NSObject
@property(nonatomic) MLKCustomRemoteModel *remoteModel;
@property(nonatomic) MLKObjectDetector *detector;
@end

@implementation ObjectDetection

- (instancetype)init {
  self = [super init];
  if (self) {
    MLKFirebaseModelSource *source = [[MLKFirebaseModelSource alloc] initWithName:@"flowers"];
    _remoteModel = [[MLKCustomRemoteModel alloc] initWithRemoteModelSource:source];
    MLKObjectDetectorOptions *options = [[MLKObjectDetectorOptions alloc] init];
    options.detectorMode = MLKObjectDetectorModeStream;
    options.shouldEnableMultipleObjects = YES;
    options.shouldEnableClassification = YES;
    _detector = [MLKObjectDetector objectDetectorWithOptions:options];
  }
  return self;
}

- (NSProgress *)download {
  NSNotificationCenter *center = NSNotificationCenter.defaultCenter;
  [center addObserver:self
             selector:@selector(didDownload:)
                 name:MLKModelDownloadDidSucceedNotification
               object:nil];
  [center addObserver:self
             selector:@selector(didFail:)
                 name:MLKModelDownloadDidFailNotification
               object:nil];
  MLKModelDownloadConditions *conditions =
      [[MLKModelDownloadConditions alloc] initWithAllowsCellularAccess:NO
                                           allowsBackgroundDownloading:YES];
  return [[MLKModelManager modelManager] downloadModel:self.remoteModel conditions:conditions];
}

- (void)didDownload:(NSNotification *)notification {
  MLKRemoteModel *model = notification.userInfo[MLKModelDownloadUserInfoKeyRemoteModel];
  if (![model isEqual:self.remoteModel]) return;
  self.detector = [MLKObjectDetector objectDetectorWithOptions:[self customOptions]];
}

- (void)didFail:(NSNotification *)notification {
  NSError *error = notification.userInfo[MLKModelDownloadUserInfoKeyError];
  NSLog(@"%@: %@", self.remoteModel.name, error.localizedDescription);
}

- (MLKCustomObjectDetectorOptions *)customOptions {
  MLKCustomObjectDetectorOptions *options;
  if ([[MLKModelManager modelManager] isModelDownloaded:self.remoteModel]) {
    options = [[MLKCustomObjectDetectorOptions alloc] initWithRemoteModel:self.remoteModel];
  } else {
    MLKLocalModel *model = [[MLKLocalModel alloc] initWithPath:@"/models/flowers.tflite"];
    options = [[MLKCustomObjectDetectorOptions alloc] initWithLocalModel:model];
  }
  options.detectorMode = MLKObjectDetectorModeSingleImage;
  options.shouldEnableClassification = YES;
  options.classificationConfidenceThreshold = @0.5f;
  options.maxPerObjectLabelCount = 3;
  return options;
}

- (void)lookAtPhoto:(UIImage *)photo {
  MLKVisionImage *image = [[MLKVisionImage alloc] initWithImage:photo];
  image.orientation = photo.imageOrientation;
  [self.detector processImage:image
                   completion:^(NSArray<MLKObject *> *objects, NSError *error) {
                     if (error != nil) return;
                     for (MLKObject *object in objects) [self show:object];
                   }];
}

- (nullable NSArray<MLKObject *> *)objectsInFrame:(CMSampleBufferRef)frame
                                            error:(NSError **)error {
  MLKVisionImage *image = [[MLKVisionImage alloc] initWithBuffer:frame];
  image.orientation = UIImageOrientationRight;
  return [self.detector resultsInImage:image error:error];
}

- (void)show:(MLKObject *)object {
  CGRect frame = object.frame;
  NSNumber *trackingID = object.trackingID;
  for (MLKObjectLabel *label in object.labels) {
    BOOL isFood = label.index == MLKDetectedObjectLabelIndexFood ||
                  [label.text isEqualToString:MLKDetectedObjectLabelFood];
    NSLog(@"%@ %@ %f at %f %d", trackingID, label.text, label.confidence, frame.origin.x, isFood);
  }
}

- (nullable NSArray<MLKImageLabel *> *)labelsOfPhoto:(UIImage *)photo error:(NSError **)error {
  MLKImageLabelerOptions *options = [[MLKImageLabelerOptions alloc] init];
  options.confidenceThreshold = @0.7f;
  MLKImageLabeler *labeler = [MLKImageLabeler imageLabelerWithOptions:options];
  GMLImage *image = [[GMLImage alloc] initWithImage:photo];
  if (image == nil || image.imageSourceType != GMLImageSourceTypeImage) return @[];
  return [labeler resultsInImage:image error:error];
}

- (void)nameFlowersIn:(UIImage *)photo {
  MLKLocalModel *model = [[MLKLocalModel alloc] initWithManifestPath:@"/models/manifest.json"];
  if (model == nil) return;
  MLKCustomImageLabelerOptions *options =
      [[MLKCustomImageLabelerOptions alloc] initWithLocalModel:model];
  options.maxResultCount = 2;
  [[MLKImageLabeler imageLabelerWithOptions:options]
      processImage:[[MLKVisionImage alloc] initWithImage:photo]
        completion:^(NSArray<MLKImageLabel *> *labels, NSError *error) {
          NSLog(@"%@ %@", labels.firstObject.text, error);
        }];
}

- (void)forget {
  [[MLKModelManager modelManager] deleteDownloadedModel:self.remoteModel
                                             completion:^(NSError *error) {
                                               NSLog(@"%@", error);
                                             }];
}

@end
