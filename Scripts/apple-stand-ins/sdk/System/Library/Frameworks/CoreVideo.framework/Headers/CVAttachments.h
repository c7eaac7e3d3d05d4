// Stand-in: the attachments of pixel buffers, which the tool's Core Video lacks, from Apple's published
// documentation.
#ifndef SIGHT_STAND_IN_CVATTACHMENTS_H
#define SIGHT_STAND_IN_CVATTACHMENTS_H
#include <CoreVideo/CoreVideo.h>
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED
typedef CF_ENUM(uint32_t, CVAttachmentMode) { kCVAttachmentMode_ShouldNotPropagate = 0, kCVAttachmentMode_ShouldPropagate = 1 };
extern const CFStringRef kCVImageBufferYCbCrMatrixKey;
extern CFTypeRef _Nullable CVBufferCopyAttachment(CVBufferRef buffer, CFStringRef key, CVAttachmentMode *_Nullable attachmentMode) CF_RETURNS_RETAINED __attribute__((availability(macos,introduced=12.0),availability(ios,introduced=15.0)));
CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
#endif
