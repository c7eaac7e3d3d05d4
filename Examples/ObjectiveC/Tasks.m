// MediaPipe's tasks in Objective-C: single images, videos and live streams.
@import CoreMedia;
@import Foundation;
@import MediaPipeTasksVision;
@import SightObjectiveC;
@import UIKit;

@interface Tasks
    : NSObject <MPPObjectDetectorLiveStreamDelegate, MPPImageClassifierLiveStreamDelegate>
@property(nonatomic) MPPObjectDetector *detector;
@end

@implementation Tasks

- (BOOL)startWithModelPath:(NSString *)path error:(NSError **)error {
  MPPObjectDetectorOptions *options = [[MPPObjectDetectorOptions alloc] init];
  options.baseOptions.modelAssetPath = path;
  options.baseOptions.delegate = MPPDelegateCPU;
  options.runningMode = MPPRunningModeLiveStream;
  options.maxResults = 3;
  options.scoreThreshold = 0.5f;
  options.categoryAllowlist = @[ @"cat", @"dog" ];
  options.displayNamesLocale = @"en";
  options.objectDetectorLiveStreamDelegate = self;
  self.detector = [[MPPObjectDetector alloc] initWithOptions:[options copy] error:error];
  return self.detector != nil;
}

- (BOOL)lookAtFrame:(CMSampleBufferRef)frame at:(NSInteger)milliseconds error:(NSError **)error {
  MPPImage *image = [[MPPImage alloc] initWithSampleBuffer:frame
                                               orientation:UIImageOrientationRight
                                                     error:error];
  if (image == nil || image.imageSourceType != MPPImageSourceTypeSampleBuffer) return NO;
  return [self.detector detectAsyncImage:image timestampInMilliseconds:milliseconds error:error];
}

- (void)objectDetector:(MPPObjectDetector *)objectDetector
    didFinishDetectionWithResult:(MPPObjectDetectorResult *)result
         timestampInMilliseconds:(NSInteger)timestampInMilliseconds
                           error:(NSError *)error {
  for (MPPDetection *detection in result.detections) {
    MPPCategory *category = detection.categories.firstObject;
    NSLog(@"%ld %@ %f %f %lu", (long)timestampInMilliseconds, category.categoryName,
          category.score, detection.boundingBox.origin.x,
          (unsigned long)detection.keypoints.count);
  }
}

- (void)imageClassifier:(MPPImageClassifier *)imageClassifier
    didFinishClassificationWithResult:(MPPImageClassifierResult *)result
              timestampInMilliseconds:(NSInteger)timestampInMilliseconds
                                error:(NSError *)error {
  NSLog(@"%@", result.classificationResult.classifications.firstObject.categories);
}

- (nullable NSString *)nameOfPhoto:(UIImage *)photo
                         modelPath:(NSString *)path
                             error:(NSError **)error {
  MPPImageClassifier *classifier = [[MPPImageClassifier alloc] initWithModelPath:path error:error];
  MPPImage *image = [[MPPImage alloc] initWithUIImage:photo error:error];
  if (classifier == nil || image == nil) return nil;
  MPPImageClassifierResult *result = [classifier classifyImage:image
                                              regionOfInterest:CGRectMake(0, 0, 0.5, 0.5)
                                                         error:error];
  MPPClassifications *head = result.classificationResult.classifications.firstObject;
  return head.categories.firstObject.displayName;
}

- (nullable MPPObjectDetectorResult *)lookAtVideoFrame:(CVPixelBufferRef)frame
                                                    at:(NSInteger)milliseconds
                                                 error:(NSError **)error {
  MPPImage *image = [[MPPImage alloc] initWithPixelBuffer:frame error:error];
  if (image == nil) return nil;
  return [self.detector detectVideoFrame:image timestampInMilliseconds:milliseconds error:error];
}

@end
