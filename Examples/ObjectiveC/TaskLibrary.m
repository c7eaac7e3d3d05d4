// TensorFlow's Task Library in Objective-C: an object detector and an image classifier.
@import Foundation;
@import MLImage;
@import TensorFlowLiteTaskVision;
@import UIKit;

TFLDetectionResult *Detect(UIImage *photo, NSString *modelPath, NSError **error) {
  TFLObjectDetectorOptions *options =
      [[TFLObjectDetectorOptions alloc] initWithModelPath:modelPath];
  options.classificationOptions.maxResults = 5;
  options.classificationOptions.scoreThreshold = 0.4f;
  options.classificationOptions.labelDenyList = @[ @"person" ];
  options.baseOptions.computeSettings.cpuSettings.numThreads = 2;
  TFLObjectDetector *detector = [TFLObjectDetector objectDetectorWithOptions:options error:error];
  GMLImage *image = [[GMLImage alloc] initWithImage:photo];
  if (detector == nil || image == nil) return nil;
  TFLDetectionResult *result = [detector detectWithGMLImage:image error:error];
  for (TFLDetection *detection in result.detections) {
    TFLCategory *category = detection.categories.firstObject;
    NSLog(@"%@ %f at %f", category.label, category.score, detection.boundingBox.origin.x);
  }
  return result;
}

NSString *Name(UIImage *photo, NSString *modelPath, NSError **error) {
  TFLImageClassifierOptions *options = [[TFLImageClassifierOptions alloc] initWithModelPath:@""];
  options.baseOptions.modelFile.filePath = modelPath;
  options.classificationOptions.displayNamesLocale = @"en";
  TFLImageClassifier *classifier =
      [TFLImageClassifier imageClassifierWithOptions:options error:error];
  GMLImage *image = [[GMLImage alloc] initWithImage:photo];
  if (classifier == nil || image == nil) return nil;
  TFLClassificationResult *result =
      [classifier classifyWithGMLImage:image
                      regionOfInterest:CGRectMake(0, 0, image.width / 2, image.height)
                                 error:error];
  TFLClassifications *head = result.classifications.firstObject;
  NSLog(@"%@ of head %ld", head.headName, (long)head.headIndex);
  return head.categories.firstObject.displayName ?: head.categories.firstObject.label;
}
