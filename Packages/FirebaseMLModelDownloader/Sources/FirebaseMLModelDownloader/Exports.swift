// The original module exports Foundation and UIKit, which its umbrella header imports.
@_exported public import Foundation
// Exports the API of Firebase's model downloader under the name of its module.
@_exported public import SightFirebaseModelDownloader

#if canImport(Darwin)
    @_exported public import CoreGraphics
    @_exported public import CoreVideo
    #if canImport(UIKit)
        @_exported public import UIKit
    #endif
#endif
