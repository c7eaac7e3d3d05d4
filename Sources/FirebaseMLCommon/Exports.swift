// Error codes, the callback queue and the main-thread rule come with every drop-in module.
@_exported public import SightDropIn
