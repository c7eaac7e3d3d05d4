// The original modules export Foundation, as modules of Objective-C do.
@_exported public import Foundation
// Every drop-in module exports the error codes, the callback queue and the main-thread rule.
@_exported public import SightDropIn
