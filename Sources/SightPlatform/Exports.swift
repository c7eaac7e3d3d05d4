// The drop-in modules export these types to code for Apple's platforms: the system's types if they
// exist, otherwise the replacements in this module.
#if canImport(Darwin)
    @_exported public import AVFoundation
    @_exported public import CoreMedia
    @_exported public import CoreVideo
    #if canImport(UIKit)
        @_exported public import UIKit
    #endif
#else
    @_exported public import Foundation
#endif
