// Stand-in: the part of ImageIO that Sight uses, from Apple's published documentation.
#ifndef SIGHT_STAND_IN_IMAGEIO_H
#define SIGHT_STAND_IN_IMAGEIO_H
#import <Foundation/Foundation.h>
#include <CoreFoundation/CoreFoundation.h>
#include <CoreGraphics/CoreGraphics.h>
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED
typedef struct CF_BRIDGED_MUTABLE_TYPE(NSMutableData) __CFData *CFMutableDataRef;
typedef struct CF_BRIDGED_TYPE(id) CGImageSource *CGImageSourceRef;
typedef struct CF_BRIDGED_TYPE(id) CGImageDestination *CGImageDestinationRef;
extern const CFStringRef kCGImageSourceShouldCache;
extern const CFStringRef kCGImageSourceCreateThumbnailFromImageAlways;
extern const CFStringRef kCGImageSourceCreateThumbnailWithTransform;
extern const CFStringRef kCGImageSourceThumbnailMaxPixelSize;
extern const CFStringRef kCGImagePropertyPixelWidth;
extern const CFStringRef kCGImagePropertyPixelHeight;
extern const CFStringRef kCGImagePropertyOrientation;
extern const CFStringRef kCGImageDestinationLossyCompressionQuality;
extern CGImageSourceRef _Nullable CGImageSourceCreateWithData(CFDataRef data, CFDictionaryRef _Nullable options) CF_RETURNS_RETAINED;
extern CFStringRef _Nullable CGImageSourceGetType(CGImageSourceRef isrc);
extern CFDictionaryRef _Nullable CGImageSourceCopyPropertiesAtIndex(CGImageSourceRef isrc, size_t index, CFDictionaryRef _Nullable options) CF_RETURNS_RETAINED;
extern CGImageRef _Nullable CGImageSourceCreateImageAtIndex(CGImageSourceRef isrc, size_t index, CFDictionaryRef _Nullable options) CF_RETURNS_RETAINED;
extern CGImageRef _Nullable CGImageSourceCreateThumbnailAtIndex(CGImageSourceRef isrc, size_t index, CFDictionaryRef _Nullable options) CF_RETURNS_RETAINED;
extern size_t CGImageSourceGetPrimaryImageIndex(CGImageSourceRef isrc) __attribute__((availability(macos,introduced=10.14),availability(ios,introduced=12.0)));
extern CGImageDestinationRef _Nullable CGImageDestinationCreateWithData(CFMutableDataRef data, CFStringRef type, size_t count, CFDictionaryRef _Nullable options) CF_RETURNS_RETAINED;
extern void CGImageDestinationAddImage(CGImageDestinationRef idst, CGImageRef image, CFDictionaryRef _Nullable properties);
extern bool CGImageDestinationFinalize(CGImageDestinationRef idst);
CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
#endif
