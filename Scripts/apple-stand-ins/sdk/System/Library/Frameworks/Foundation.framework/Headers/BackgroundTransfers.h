// Stand-in: the parts for transfers in the background that the tool's Foundation lacks, from
// Apple's published documentation.
#import <Foundation/Foundation.h>
NS_ASSUME_NONNULL_BEGIN
@interface NSURLSessionConfiguration (SightBackground)
+ (NSURLSessionConfiguration *)backgroundSessionConfigurationWithIdentifier:(NSString *)identifier
    NS_SWIFT_NAME(background(withIdentifier:)) API_AVAILABLE(macos(10.10), ios(8.0));
@property BOOL sessionSendsLaunchEvents API_AVAILABLE(macos(11.0), ios(7.0));
@property(getter=isDiscretionary) BOOL discretionary API_AVAILABLE(macos(10.10), ios(7.0));
@end
NS_SWIFT_SENDABLE NS_SWIFT_NAME(URLSessionDownloadTask)
@interface NSURLSessionDownloadTask : NSURLSessionTask
@end
NS_SWIFT_NAME(URLSessionDownloadDelegate) NS_SWIFT_SENDABLE
@protocol NSURLSessionDownloadDelegate <NSURLSessionTaskDelegate>
- (void)URLSession:(NSURLSession *)session
                 downloadTask:(NSURLSessionDownloadTask *)downloadTask
    didFinishDownloadingToURL:(NSURL *)location
    NS_SWIFT_NAME(urlSession(_:downloadTask:didFinishDownloadingTo:));
@end
@interface NSURLSession (SightBackground)
- (NSURLSessionDownloadTask *)downloadTaskWithRequest:(NSURLRequest *)request
    NS_SWIFT_NAME(downloadTask(with:));
- (void)getAllTasksWithCompletionHandler:
    (void (NS_SWIFT_SENDABLE ^)(NSArray<__kindof NSURLSessionTask *> *tasks))completionHandler
    NS_SWIFT_NAME(getAllTasks(completionHandler:)) API_AVAILABLE(macos(10.11), ios(9.0));
@end
NS_ASSUME_NONNULL_END
