// Every drop-in module exports the callback queue.
@_exported public import SightDropIn
