// What code for Apple platforms sees through the drop-in modules: the system's types where there
// are any, the stand-ins of this module elsewhere.
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
