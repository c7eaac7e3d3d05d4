// Every drop-in module exports the error codes, the callback queue and the main-thread rule.
@_exported public import SightDropIn
