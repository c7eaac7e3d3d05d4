// The constants of ML Kit and Firebase ML for Objective-C. Swift cannot declare them: it has no
// global constants that Objective-C sees. `@import SightObjectiveC;` goes beside the imports of the
// modules, for example `@import MLKitCommon;` and `@import MLKitObjectDetection;`: the umbrella
// `MLKit` has no declarations of its own, and re-exports do not reach Objective-C.
#ifndef SIGHT_OBJECTIVE_C_H
#define SIGHT_OBJECTIVE_C_H

#ifdef __OBJC__
#import <Foundation/Foundation.h>

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
#endif

#endif
